import type { Locator, Page } from "@playwright/test";

/** What a person does to the page, counted. */
export class Hands {
  clicks = 0;
  /** Characters, and each other key or chord as one. */
  keys = 0;

  constructor(readonly page: Page) {}

  async click(target: Locator) {
    this.clicks += 1;
    await target.click();
  }

  async press(...keys: string[]) {
    for (const key of keys) {
      this.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  async type(text: string) {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  /** Opens the list of a select, and clicks an entry. */
  async choose(select: Locator, label: string) {
    this.clicks += 2;
    await select.selectOption({ label });
  }

  /** One press that is held: counted as one click. */
  async drag(from: Locator, to: Locator) {
    this.clicks += 1;
    const [start, end] = [await centerOf(from), await centerOf(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move(start.x + 8, start.y + 8, { steps: 3 });
    await this.page.mouse.move(end.x, end.y, { steps: 12 });
    await this.page.mouse.up();
  }
}

async function centerOf(target: Locator) {
  const box = await target.boundingBox();
  if (box === null) throw new Error("The element is not on the screen.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
