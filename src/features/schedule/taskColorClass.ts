import { taskColor, type TaskColor } from "@domain/calendar";

const CLASSES: Record<TaskColor, string> = {
  darkRed: "bg-task-dark-red text-task-on-dark",
  orange: "bg-task-orange text-task-on-light",
  green: "bg-task-green text-task-on-dark",
  amber: "bg-task-amber text-task-on-light",
  sky: "bg-task-sky text-task-on-light",
};

export function taskColorClass(type: string): string {
  return CLASSES[taskColor(type)];
}
