import type { PropertySet } from "../../model/inventory/definition.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Step } from "../../model/inventory/inventory.ts";
import { defaultMode, type InheritMode } from "../../model/inventory/settings.ts";
import { mappingOf, type Span } from "../../model/values/value.ts";

/**
 * Makes the steps of one node that carry properties, weakest first. A property without a mode of its own takes the one
 * in force below it; a mode once stated holds until another is stated (rule P3).
 */
export class PropertySteps {
  private readonly inForce = new Map<string, InheritMode>();

  global(properties: PropertySet): Step {
    return this.step("global", "globals", { properties, because: properties.values.origin });
  }

  group({ id, file, properties }: Group): Step {
    return this.step("group", id, { properties, because: { file, start: 0, end: 0 } });
  }

  node(name: string, properties: PropertySet): Step {
    return this.step("node", name, { properties, because: properties.values.origin });
  }

  private step(
    layer: Step["layer"],
    name: string,
    { properties, because }: { readonly properties: PropertySet; readonly because: Span },
  ): Step {
    const modes = new Map<string, InheritMode>();
    for (const property of properties.properties) {
      const mode = property.inheritMode ?? this.inForce.get(property.name) ?? defaultMode;
      modes.set(property.name, mode);
      this.inForce.set(property.name, mode);
    }
    return { layer, name, because, parameters: properties.values, exports: mappingOf([], because), modes };
  }
}
