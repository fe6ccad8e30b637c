import type { MembershipReason, Seen } from "../../model/inventory/membership.ts";
import type { NodePolicies } from "../../model/inventory/policy.ts";
import type { Namespace, RuntimeProperties } from "../../model/inventory/runtime.ts";
import type { ChainEffect, PropertiesView } from "../../model/results/lineage.ts";
import { looksEncrypted, masked, SECRET_TEXT, type Secrets, secretsAt } from "../../model/secrets/secrets.ts";
import type { Value } from "../../model/values/value.ts";

/** Properties as they may be shown, in every layer. */
export function maskProperties(view: PropertiesView, secrets: Secrets): PropertiesView {
  const properties = view.properties.map(({ property, layers, value }) => ({
    property,
    layers: layers.map((layer) => ({ ...layer, value: shownProperty(property, layer.value, secrets) })),
    value: value && shownProperty(property, value, secrets),
  }));
  return { ...view, properties };
}

/** What a chain would change, as it may be shown. */
export function maskEffect(effect: ChainEffect, secrets: Secrets): ChainEffect {
  const changes = effect.changes.map((change) => ({
    ...change,
    value: change.value && shownProperty(change.parameter, change.value, secrets),
  }));
  return { ...effect, changes };
}

/** Policies as they may be shown; a variable is a secret where a property of its name is one. */
export function maskPolicies(policies: NodePolicies, secrets: Secrets): NodePolicies {
  return { ...policies, variables: shownNamed(policies.variables, secrets) };
}

/** What an agent finds, as it may be shown; a key is a secret where a property of its name is one. */
export function maskRuntime(runtime: RuntimeProperties, secrets: Secrets): RuntimeProperties {
  const shownEntries = (namespace: Namespace): Namespace => {
    return new Map(
      [...namespace].map(([key, entry]) => [key, { ...entry, value: shownProperty(key, entry.value, secrets) }]),
    );
  };
  const namespaces = new Map([...runtime.namespaces].map(([name, namespace]) => [name, shownEntries(namespace)]));
  return { ...runtime, namespaces, merged: shownNamed(runtime.merged, secrets) };
}

/** Why a node is in a group, as it may be shown: a criterion can look at a secret. */
export function maskReason(reason: MembershipReason, secrets: Secrets): MembershipReason {
  const isSecret = ({ text, origin }: Seen): boolean =>
    (secrets.encrypted && looksEncrypted(text)) || secretsAt(origin, secrets).length > 0;
  const criteria = reason.criteria.map((criterion) => ({
    ...criterion,
    seen: criterion.seen.map((each) => (isSecret(each) ? { ...each, text: SECRET_TEXT } : each)),
  }));
  return { ...reason, criteria };
}

function shownNamed(values: ReadonlyMap<string, Value>, secrets: Secrets): ReadonlyMap<string, Value> {
  return new Map([...values].map(([name, value]) => [name, shownProperty(name, value, secrets)]));
}

function shownProperty(name: string, value: Value, secrets: Secrets): Value {
  return masked(value, ["parameters", name], secrets);
}
