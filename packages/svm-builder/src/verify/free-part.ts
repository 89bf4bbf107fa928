import type { Instruction, Operator } from '@vaultwright/svm'

/**
 * Names the parts of a call that operators leave free.
 *
 * @param names - of its accounts, in their order; null where an account has none.
 * @returns accounts, ranges of the data, and the data's length; empty when everything is pinned.
 */
export function freePartsOf(
  call: Instruction,
  operators: readonly Operator[],
  names: readonly (string | null)[] = [],
): readonly string[] {
  const pinnedAccounts = new Set<number>()
  const pinnedBytes = new Set<number>()
  let hasLength = false
  for (const operator of operators) {
    if (operator.kind === 'ingest_account') pinnedAccounts.add(operator.index)
    else if (operator.kind === 'ingest_instruction_data_size') hasLength = true
    else if (operator.kind === 'ingest_instruction') {
      const end = Math.min(operator.start + operator.length, call.data.length)
      for (let index = operator.start; index < end; index++) pinnedBytes.add(index)
    }
  }
  const accounts = call.accounts.flatMap((_, index) => {
    const name = names[index] ?? null
    if (pinnedAccounts.has(index)) return []
    return [name === null ? `account ${index}` : `account ${index} (${name})`]
  })
  return [
    ...rangesWithout(pinnedBytes, call.data.length).map(rangeText),
    ...accounts,
    ...(hasLength ? [] : ['length of the data']),
  ]
}

type FreeRange = { readonly start: number; readonly end: number }

function rangesWithout(pinned: ReadonlySet<number>, length: number): readonly FreeRange[] {
  const ranges: FreeRange[] = []
  let start = 0
  for (let index = 0; index <= length; index++) {
    if (index < length && !pinned.has(index)) continue
    if (index > start) ranges.push({ start, end: index })
    start = index + 1
  }
  return ranges
}

function rangeText({ start, end }: FreeRange): string {
  return end - start === 1
    ? `byte ${start} of the data`
    : `bytes ${start} to ${end - 1} of the data`
}
