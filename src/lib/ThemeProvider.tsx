import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from "react";
import {
  applyTheme,
  onThemeStored,
  storedTheme,
  storeTheme,
  systemPrefersDark,
  type Theme,
} from "./theme";

interface ThemeChoice {
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
}

const ThemeContext = createContext<ThemeChoice | null>(null);

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const [theme, setTheme] = useState(storedTheme);

  useLayoutEffect(() => applyTheme(theme), [theme]);
  useEffect(() => onThemeStored(setTheme), []);
  useEffect(() => {
    if (theme !== "system") return;
    const preference = systemPrefersDark();
    const follow = () => applyTheme("system");
    preference.addEventListener("change", follow);
    return () => preference.removeEventListener("change", follow);
  }, [theme]);

  const choice = useMemo(
    () => ({
      theme,
      setTheme: (chosen: Theme) => {
        storeTheme(chosen);
        setTheme(chosen);
      },
    }),
    [theme],
  );
  return <ThemeContext value={choice}>{children}</ThemeContext>;
}

export function useTheme(): ThemeChoice {
  const choice = useContext(ThemeContext);
  if (choice === null) throw new Error("useTheme needs a ThemeProvider.");
  return choice;
}
