import { useTheme } from "@/lib/ThemeProvider";
import { Monitor, Moon, Sun } from "./icons/icons";
import { SegmentedControl } from "./ui/SegmentedControl";

const OPTIONS = [
  {
    value: "light",
    label: (
      <>
        <Sun aria-hidden="true" /> Light
      </>
    ),
  },
  {
    value: "dark",
    label: (
      <>
        <Moon aria-hidden="true" /> Dark
      </>
    ),
  },
  {
    value: "system",
    label: (
      <>
        <Monitor aria-hidden="true" /> System
      </>
    ),
  },
] as const;

export function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  return <SegmentedControl label="Theme" options={OPTIONS} value={theme} onChange={setTheme} />;
}
