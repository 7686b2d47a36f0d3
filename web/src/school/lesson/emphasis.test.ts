import { expect, it } from "vitest";
import { emphasised } from "./emphasis";

it("lets what stands between stars stand out", () => {
  expect(emphasised("**7** against **2** is 3-1.")).toEqual([
    { text: "7", strong: true },
    { text: " against ", strong: false },
    { text: "2", strong: true },
    { text: " is 3-1.", strong: false },
  ]);
  expect(emphasised("Tap it.")).toEqual([{ text: "Tap it.", strong: false }]);
});
