import type { PropertySet } from "../../model/inventory/definition.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Step } from "../../model/inventory/inventory.ts";
import { defaultMode, type InheritMode } from "../../model/inventory/settings.ts";
import { mappingOf, startOf } from "../../model/values/value.ts";

/**
 * Makes the steps of one node that carry properties, weakest first. A property without a mode of its own takes the one
 * in force below it; a mode once stated holds until another is stated (rule P3).
 */
export class PropertySteps {
  private readonly inForce = new Map<string, InheritMode>();

  global(own: PropertySet): Step {
    return this.step({ layer: "global", name: "globals", because: own.values.origin }, own);
  }

  group({ id, file, properties }: Group): Step {
    return this.step({ layer: "group", name: id, because: startOf(file) }, properties);
  }

  node(name: string, own: PropertySet): Step {
    return this.step({ layer: "node", name, because: own.values.origin }, own);
  }

  private step(of: Pick<Step, "layer" | "name" | "because">, { properties, values }: PropertySet): Step {
    const modes = new Map<string, InheritMode>();
    for (const property of properties) {
      const mode = property.inheritMode ?? this.inForce.get(property.name) ?? defaultMode;
      modes.set(property.name, mode);
      this.inForce.set(property.name, mode);
    }
    return { ...of, parameters: values, exports: mappingOf([], of.because), modes };
  }
}
