/** The functions of an application, read from its modules, so that no test repeats the list. */
import type { FunctionKind, ModuleMap } from "../../src/runtime/registry";
import type { ValidatorJson } from "../../src/store/validatorJson";

export interface ListedFunction {
  /** As clients send it: "messages:send". */
  readonly path: string;
  readonly kind: FunctionKind;
  readonly isPublic: boolean;
  readonly args: ValidatorJson;
  /** Null without a validator. */
  readonly returns: ValidatorJson | null;
}

interface Exported {
  readonly isPublic?: boolean;
  readonly isQuery?: boolean;
  readonly isMutation?: boolean;
  readonly isAction?: boolean;
  readonly isHttp?: boolean;
  exportArgs(): string;
  /** The arguments of a function that checks them itself, so that the runtime does not. */
  exportCheckedArgs?(): string;
  exportReturns(): string;
}

export function publicFunctions(modules: ModuleMap): ListedFunction[] {
  return listFunctions(modules).filter(({ isPublic }) => isPublic);
}

export function internalFunctions(modules: ModuleMap): ListedFunction[] {
  return listFunctions(modules).filter(({ isPublic }) => !isPublic);
}

function listFunctions(modules: ModuleMap): ListedFunction[] {
  return Object.entries(modules).flatMap(([module, exports]) =>
    Object.entries(exports).flatMap(([name, value]) => {
      const exported = value as Exported;
      if (typeof value !== "function" || exported.isHttp) return [];
      const kind = kindOf(exported);
      if (kind === null) return [];
      return {
        path: `${module}:${name}`,
        kind,
        isPublic: exported.isPublic === true,
        args: JSON.parse(exported.exportCheckedArgs?.() ?? exported.exportArgs()) as ValidatorJson,
        returns: JSON.parse(exported.exportReturns()) as ValidatorJson | null,
      };
    }),
  );
}

function kindOf(exported: Exported): FunctionKind | null {
  if (exported.isQuery) return "query";
  if (exported.isMutation) return "mutation";
  return exported.isAction ? "action" : null;
}
