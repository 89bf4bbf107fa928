import type { Address, Hex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import type { AccountOverride, StateDiff, StateOverrides } from '@vaultwright/outcome'
import Type from 'typebox'
import {
  accountOf,
  hexOf,
  nullish,
  parseAnswer,
  printQuantity,
  rawAccount,
  rawWord,
  recordOf,
  word,
} from '../rpc/answer.ts'
import type { Rpc, RpcCall } from '../rpc/rpc.ts'
import { printStorage } from './simulation-plan.ts'

const readPrestate = readerOf(
  recordOf(
    [rawAccount, accountOf],
    Type.Object({ storage: nullish(recordOf([rawWord, hexOf], word)) }),
  ),
)

/**
 * Makes the questions that give a fork the overrides, but for whole storages.
 *
 * @returns questions, in any order.
 */
export function overrideCalls(overrides: StateOverrides): readonly RpcCall[] {
  return entriesOf(overrides).flatMap(([name, { balance, nonce, code, state, stateDiff }]) => [
    ...(balance === undefined ? [] : [setting('Balance', name, printQuantity(balance))]),
    ...(nonce === undefined ? [] : [setting('Nonce', name, printQuantity(nonce))]),
    ...(code === undefined ? [] : [setting('Code', name, code)]),
    ...storageCalls(name, { ...state, ...stateDiff }),
  ])
}

/**
 * Empties the storages that are replaced as a whole.
 *
 * A fork cannot list the slots of an account; those that the transaction looks at are enough, and a
 * trace under the same overrides names them.
 */
export async function replaceStorages(
  rpc: Rpc,
  overrides: StateOverrides,
  trace: RpcCall,
): Promise<void> {
  const replaced = entriesOf(overrides).filter(([, { state }]) => state !== undefined)
  if (replaced.length === 0) return
  const [answer] = await rpc.ask([trace])
  const looked = parseAnswer(readPrestate, trace, answer)
  const calls = replaced.flatMap(([name, { state }]) => {
    const storage = printStorage(state ?? {})
    const slots = Object.keys(looked[name]?.storage ?? {}) as Hex[]
    const empty = slots.filter((slot) => !(slot in storage)).map((slot) => [slot, '0x0'] as const)
    return storageCalls(name, Object.fromEntries(empty))
  })
  if (calls.length > 0) await rpc.ask(calls)
}

/**
 * Works out the overrides under which reads after the transaction see a replaced storage: what was
 * given, and what the transaction made of it.
 */
export function overridesAfter(overrides: StateOverrides, diff: StateDiff): StateOverrides {
  const replaced = entriesOf(overrides).filter(([, { state }]) => state !== undefined)
  return Object.fromEntries(
    replaced.map(([name, { state }]) => {
      const changed = Object.fromEntries(diff.get(name)?.storage ?? [])
      return [name, { state: { ...printStorage(state ?? {}), ...changed } }]
    }),
  )
}

function storageCalls(name: Address, storage: Readonly<Record<Hex, Hex>>): readonly RpcCall[] {
  const entries = Object.entries(printStorage(storage))
  return entries.map(([slot, value]) => ({
    method: 'anvil_setStorageAt',
    params: [name, slot, value],
  }))
}

function setting(what: string, name: Address, value: string): RpcCall {
  return { method: `anvil_set${what}`, params: [name, value] }
}

function entriesOf(overrides: StateOverrides): [Address, AccountOverride][] {
  return Object.entries(overrides) as [Address, AccountOverride][]
}
