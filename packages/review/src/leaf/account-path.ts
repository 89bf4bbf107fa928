import type { AbiField, AbiType } from '@vaultwright/manager'

/**
 * Finds the parameters of a function that are accounts, inside structs and lists too.
 *
 * @param isMeant - chooses by name and type; `bytes32` may hold an account, too.
 * @returns paths as in `params.recipient`.
 */
export function accountPathsIn(
  fields: readonly AbiField[],
  isMeant: (name: string, type: string) => boolean,
): readonly string[] {
  return fields.flatMap(({ name, type }) => {
    const inner = elementOf(type)
    if (inner.kind === 'tuple') {
      return accountPathsIn(inner.fields, isMeant).map((path) => `${name}.${path}`)
    }
    return inner.kind === 'word' && isMeant(name, inner.name) ? [name] : []
  })
}

function elementOf(type: AbiType): AbiType {
  return type.kind === 'array' ? elementOf(type.element) : type
}
