/** The houses of the demo's photos. */
export type Light = "noon" | "evening" | "overcast";

export interface House {
  /** The name of the photo's file. */
  readonly name: string;
  readonly stories: 1 | 2;
  readonly roof: "hip" | "gable";
  readonly wall: "siding" | "brick" | "stucco";
  readonly wallColor: string;
  readonly roofColor: string;
  readonly gutterColor: string;
  readonly doorColor: string;
  readonly garage: boolean;
  readonly light: Light;
}

export const HOUSES: readonly House[] = [
  {
    name: "colonial-white",
    stories: 2,
    roof: "gable",
    wall: "siding",
    wallColor: "#e9e6dc",
    roofColor: "#4b4f57",
    gutterColor: "#fbfbf8",
    doorColor: "#8d2f2b",
    garage: true,
    light: "noon",
  },
  {
    name: "ranch-brick",
    stories: 1,
    roof: "hip",
    wall: "brick",
    wallColor: "#a4553f",
    roofColor: "#5b4a3e",
    gutterColor: "#efe9dc",
    doorColor: "#2f4a3c",
    garage: true,
    light: "noon",
  },
  {
    name: "cottage-sage",
    stories: 1,
    roof: "gable",
    wall: "siding",
    wallColor: "#a9b79f",
    roofColor: "#5d5448",
    gutterColor: "#f1efe8",
    doorColor: "#6d231f",
    garage: false,
    light: "evening",
  },
  {
    name: "two-story-blue",
    stories: 2,
    roof: "hip",
    wall: "siding",
    wallColor: "#7e95aa",
    roofColor: "#3b3f46",
    gutterColor: "#f4f4f0",
    doorColor: "#c48a2e",
    garage: true,
    light: "overcast",
  },
  {
    name: "farmhouse-black",
    stories: 2,
    roof: "gable",
    wall: "siding",
    wallColor: "#f3f2ee",
    roofColor: "#24272a",
    gutterColor: "#1f2123",
    doorColor: "#24272a",
    garage: false,
    light: "noon",
  },
  {
    name: "stucco-tan",
    stories: 1,
    roof: "hip",
    wall: "stucco",
    wallColor: "#d9c3a0",
    roofColor: "#8b5a45",
    gutterColor: "#574a3b",
    doorColor: "#33506a",
    garage: true,
    light: "evening",
  },
  {
    name: "brick-georgian",
    stories: 2,
    roof: "hip",
    wall: "brick",
    wallColor: "#8e4a3a",
    roofColor: "#3f3a3a",
    gutterColor: "#e8e0cf",
    doorColor: "#1f2b26",
    garage: false,
    light: "overcast",
  },
  {
    name: "ranch-yellow",
    stories: 1,
    roof: "gable",
    wall: "siding",
    wallColor: "#e6d08f",
    roofColor: "#6f6a63",
    gutterColor: "#fbfbf8",
    doorColor: "#3c5b78",
    garage: true,
    light: "noon",
  },
  {
    name: "gray-craftsman",
    stories: 2,
    roof: "gable",
    wall: "siding",
    wallColor: "#8a9093",
    roofColor: "#4a3f37",
    gutterColor: "#3f362d",
    doorColor: "#b0552f",
    garage: true,
    light: "evening",
  },
  {
    name: "stucco-cream",
    stories: 2,
    roof: "hip",
    wall: "stucco",
    wallColor: "#ece2cb",
    roofColor: "#7a4f3f",
    gutterColor: "#5b4436",
    doorColor: "#4b3a2f",
    garage: false,
    light: "noon",
  },
];
