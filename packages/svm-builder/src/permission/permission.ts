import { memoize } from '@vaultwright/base'
import { type Instruction, type Operator, type SvmAddress, vaultAddresses } from '@vaultwright/svm'
import { svmTemplateOf } from '../catalogue/catalogue.ts'
import type { SvmAccountFlags, SvmDefinition } from '../definition/definition-type.ts'
import { isSvmToken, resolveValue, textOfSvmValue } from '../definition/resolve.ts'
import type { SvmCall, SvmTemplate, SvmValue } from '../template/template.ts'
import { callOf, digestOfCall, freeParts, loneCall, type SvmDigest } from './call.ts'

/** A permission that a definition wants: one template with fixed values, and the digest that permits it. */
export type SvmPermission = SvmDigest & {
  readonly template: SvmTemplate
  readonly route: string
  readonly subAccount: number
  /** Tokens and accounts by parameter. */
  readonly values: Readonly<Record<string, SvmValue>>
  /** The same as addresses. */
  readonly texts: Readonly<Record<string, string>>
  /** With amounts of zero, and the flags that the runtime shows when it is alone in a transaction. */
  readonly innerCall: Instruction
  readonly call: SvmCall
  readonly operators: readonly Operator[]
  /** By index, where they differ from the template's. */
  readonly flags: Readonly<Record<string, SvmAccountFlags>>
  /** The parts that the operators leave free: `amount`, `accounts 0`, `data length`. */
  readonly free: readonly string[]
  /** False for a digest that lets all 256 sub-accounts act. */
  readonly pinsSubAccount: boolean
  /** Parameters whose values the digest does not pin: it permits any other, too. */
  readonly freeNames: readonly string[]
}

/**
 * Lists the permissions that a definition wants, whether or not their digest accounts exist.
 *
 * @returns one for each combination of each entry's values, in the order of the file.
 */
export const permissionsOf: (definition: SvmDefinition) => readonly SvmPermission[] = memoize(
  (definition: SvmDefinition): readonly SvmPermission[] =>
    definition.permissions.flatMap((entry) => {
      const template = svmTemplateOf(entry.route)!
      return entry.subAccounts.flatMap((subAccount) =>
        combinationsOf(entry.values).map((texts) =>
          permissionOf(definition, {
            template,
            subAccount,
            values: valuesOf(definition, template, { texts, subAccount }),
            operators: entry.operators ?? template.operators,
            flags: entry.flags,
          }),
        ),
      )
    }),
)

/** The permission of a definition whose digest has an account; null if none has. */
export function permissionAt(
  definition: SvmDefinition,
  digestAddress: SvmAddress,
): SvmPermission | null {
  return permissionsOf(definition).find((each) => each.digestAddress === digestAddress) ?? null
}

type PermissionParts = Pick<
  SvmPermission,
  'template' | 'subAccount' | 'values' | 'operators' | 'flags'
>

function permissionOf(definition: SvmDefinition, parts: PermissionParts): SvmPermission {
  const { template, subAccount, values, operators } = parts
  const { digestHex, ...digest } = digestWith(definition, parts)
  const isFree = (change: Partial<PermissionParts>) =>
    digestWith(definition, { ...parts, ...change }).digestHex === digestHex
  const probe = vaultAddresses(definition.program).config
  const probed = (value: SvmValue) => (isSvmToken(value) ? { ...value, mint: probe } : probe)
  // A template's own operators pin who acts and whatever requests name; tests make sure of it.
  const isTemplates = operators === template.operators
  const freeNames = isTemplates
    ? []
    : Object.entries(values).flatMap(([name, value]) =>
        isFree({ values: { ...values, [name]: probed(value) } }) ? [name] : [],
      )
  return {
    ...digest,
    ...parts,
    digestHex,
    route: template.route,
    texts: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, textOfSvmValue(value)]),
    ),
    free: freeParts(template, operators),
    pinsSubAccount: isTemplates || !isFree({ subAccount: (subAccount + 1) % 256 }),
    freeNames,
  }
}

function digestWith(definition: SvmDefinition, parts: PermissionParts) {
  const call = callOf(definition, { ...parts, amounts: {} })
  const { subAccount, operators } = parts
  const innerCall = loneCall(definition, call, { subAccount, strategist: null })
  return { call, innerCall, ...digestOfCall(definition, innerCall, operators) }
}

function combinationsOf(
  values: Readonly<Record<string, readonly string[]>>,
): readonly Readonly<Record<string, string>>[] {
  return Object.entries(values).reduce<readonly Readonly<Record<string, string>>[]>(
    (partial, [name, texts]) =>
      partial.flatMap((combination) => texts.map((text) => ({ ...combination, [name]: text }))),
    [{}],
  )
}

function valuesOf(
  definition: SvmDefinition,
  { parameters }: SvmTemplate,
  { texts, subAccount }: { texts: Readonly<Record<string, string>>; subAccount: number },
): Readonly<Record<string, SvmValue>> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const value = resolveValue(definition, parameters[name]!, { text, subAccount })
      return value.ok ? [[name, value.value]] : []
    }),
  )
}
