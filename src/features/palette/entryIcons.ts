import {
  ArrowRight,
  CalendarDays,
  CheckCheck,
  ClipboardList,
  Copy,
  CopyPlus,
  History,
  Keyboard,
  ListTodo,
  MessageSquare,
  Navigation,
  Package,
  Palette,
  Phone,
  Plus,
  Printer,
  User,
  Zap,
  type LucideIcon,
} from "lucide-react";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  "do mark": CheckCheck,
  "do call": Phone,
  "do text": MessageSquare,
  "do directions": Navigation,
  "do month": CalendarDays,
  "do again": CopyPlus,
  "do copy": Copy,
  "do print": Printer,
  "action newJob": Plus,
  "action addInventory": Plus,
  "action order": ClipboardList,
  "action history": History,
  "action shortcuts": Keyboard,
  "action printDay": Printer,
};

const ICONS_OF_KIND: Readonly<Record<string, LucideIcon>> = {
  action: Zap,
  color: Palette,
  customer: User,
  day: CalendarDays,
  item: Package,
  job: ClipboardList,
  line: Plus,
  waiting: ListTodo,
};

/** The icon of an entry, by its id or by the first word of it. */
export function iconOf(id: string): LucideIcon {
  const [kind = ""] = id.split(" ");
  return ICONS[id] ?? ICONS_OF_KIND[kind] ?? ArrowRight;
}
