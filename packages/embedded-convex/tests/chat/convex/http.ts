import { httpRouter } from "convex/server";
import { internal } from "./_generated/api";
import { httpAction } from "./_generated/server";

const http = httpRouter();

/** `POST /incoming/<channel>` posts the body of the request. */
http.route({
  pathPrefix: "/incoming/",
  method: "POST",
  handler: httpAction(async (ctx, request) => {
    const channel = new URL(request.url).pathname.slice("/incoming/".length);
    const body = await request.text();
    await ctx.runMutation(internal.messages.post, {
      channel,
      author: "Webhook",
      body,
    });
    return new Response(null, { status: 204 });
  }),
});

export default http;
