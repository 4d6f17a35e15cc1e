import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A lazily loaded screen, or a form typed letter by letter, may wait for a busy machine.
configure({ asyncUtilTimeout: 30_000 });

afterEach(cleanup);
