import { api } from "@convex/_generated/api";
import { textBytes } from "../support/images";
import { type Behavior, outcomeOf } from "../../packages/embedded-convex/tests/support/parity";
import { aJobAt, annaAndBo, aStoredPhoto, upload } from "./observe";

/** Photos and drawings. */
export const photoBehaviors: readonly Behavior[] = [
  {
    // Spec 1.17, 7.40
    name: "stores photos, and keeps all that are added at the same time",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street");
      const photos = [await aStoredPhoto(anna), await aStoredPhoto(anna), await aStoredPhoto(anna)];
      await Promise.all(
        photos.map((photo) =>
          anna.mutation(api.jobs.addFiles, {
            id,
            field: "job_photo_estimate",
            fileIds: [photo],
          }),
        ),
      );
      const job = await anna.query(api.jobs.get, { id });
      const urls = await anna.query(api.files.getUrls, {
        ids: [...photos, "nothing"],
      });
      return [
        [...(job?.job_photo_estimate ?? [])].sort().join() === [...photos].sort().join(),
        urls.map((url) => url !== null && URL.canParse(url)),
      ];
    },
    shows: [true, [true, true, true, false]],
  },
  {
    name: "deletes a file when its last use is removed",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street");
      const fileId = await aStoredPhoto(anna);
      const isThere = async () =>
        (await anna.query(api.files.getUrls, { ids: [fileId] }))[0] !== null;
      await anna.mutation(api.jobs.update, {
        id,
        job_drawings: [fileId],
        job_photo_install: [fileId],
      });
      const others = await bo.query(api.files.getUrls, { ids: [fileId] });
      const seen = [await isThere()];
      await anna.mutation(api.jobs.removeFile, {
        id,
        field: "job_drawings",
        fileId,
      });
      seen.push(await isThere());
      await anna.mutation(api.jobs.deleteJob, { id });
      seen.push(await isThere());
      return [others, seen];
    },
    shows: [[null], [true, true, false]],
  },
  {
    name: "accepts only files of the caller's workspace",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const fileId = await aStoredPhoto(anna);
      const id = await aJobAt(bo, "7 Oak Lane");
      return await outcomeOf(
        bo.mutation(api.jobs.addFiles, {
          id,
          field: "job_drawings",
          fileIds: [fileId],
        }),
      );
    },
    shows: {
      refused: {
        code: "NOT_FOUND",
        field: "job_drawings",
        message: "That file is no longer there.",
      },
    },
  },
  {
    // Spec 5.14
    name: "refuses a file whose bytes are not an image, and a used ticket",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const script = await upload(anna, "image/png", textBytes("<svg onload=alert(1)>"));
      const empty = await upload(anna, "image/png", new Uint8Array(0));
      const url = await anna.mutation(api.jobs.generateUploadUrl, {});
      const post = async () =>
        (
          await anna.fetchUpload(url, {
            contentType: "image/png",
            body: textBytes("x"),
          })
        ).status;
      return [script, empty, await post(), await post()];
    },
    shows: [
      {
        status: 415,
        answer: {
          code: "INVALID",
          field: "file",
          message: "porch.png is not a photo we can keep. Use JPEG, PNG, WebP, GIF, AVIF or HEIC.",
        },
      },
      {
        status: 400,
        answer: {
          code: "INVALID",
          field: "file",
          message: "porch.png is empty. Choose another photo.",
        },
      },
      415,
      403,
    ],
  },
];
