import type { AbiValue } from '@vaultwright/manager'
import type { Action } from '../action/action.ts'
import type { ActionSample } from './action-sample.ts'
import type { CallArgument } from './argument.ts'
import { behindArguments } from './tail.ts'

/** An argument of a call beside what an action sends in its place. */
export type ArgumentDifference = {
  readonly path: string
  /** Null where the call has no such argument. */
  readonly value: AbiValue | null
  /** Null where the action has none. */
  readonly sent: AbiValue | null
}

/** The arguments of a call, and the lists and tuples that they stand in, by path. */
export type OpenedArguments = {
  readonly args: readonly CallArgument[]
  readonly wholes: ReadonlyMap<string, AbiValue>
}

/** Lists where a call differs from what an action sends for the values that the call holds. */
export function differencesOf(
  sent: OpenedArguments,
  {
    action,
    sample,
    values,
    opened,
  }: {
    readonly action: Action
    readonly sample: ActionSample
    readonly values: Readonly<Record<string, AbiValue>>
    readonly opened: OpenedArguments
  },
): readonly ArgumentDifference[] {
  const plain = (args: readonly CallArgument[]) =>
    new Map(
      args.flatMap(({ path, value, within }) =>
        within === null || within === behindArguments ? [[path, value]] : [],
      ),
    )
  const [ours, theirs] = [plain(opened.args), plain(sent.args)]
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((path) => {
    const [value, theirValue] = [ours.get(path) ?? null, theirs.get(path) ?? null]
    if (String(value).toLowerCase() === String(theirValue).toLowerCase()) return []
    const meaning = sample.byPath.get(path)
    // Worked out of what the calldata does not hold: the call cannot be compared there.
    // Nor where a third party writes what the action only has an example of.
    const isForeign = action.calldata !== null && meaning?.parameters.length === 0
    const isOpen =
      isForeign || (meaning?.parameters.some((name) => values[name] === undefined) ?? false)
    return isOpen ? [] : [{ path, value, sent: theirValue }]
  })
}
