import { type Address, zeroAddress } from '@vaultwright/base'
import type { RecognisedCode } from '../code/recognise-code.ts'
import { signatureOf } from '../model/guarded-function.ts'
import type { ControlAccount, Selector } from '../model/state.ts'
import type { WaitingOperation } from '../waiting/operation.ts'
import type { ControlCompleteness, ControlNote } from './request.ts'

const sentences: Readonly<Record<ControlNote['code'], string>> = {
  delegated_key: 'a key that lends its account code',
  definition_word: 'its code is not known: it is read as what the definition says it is',
  limit: 'not looked into: there are more accounts, steps or timelocks than are read',
  not_complete:
    'its storage holds values that nothing explains: further accounts may hold its powers',
  pinned_code: 'its code is taken for what you say it is',
  price_source: 'it prices an asset; what its code says is not looked into',
  safe_guard: 'a guard, which is not counted as protection',
  safe_handler: 'a fallback handler, which the Safe calls for anybody',
  safe_module: 'a module, which needs no signature',
  timelock_waiting: 'an operation waits',
  unknown_code: 'its code is not known',
  unused_account:
    'no code and never used: a key that was not used, a contract that is not deployed, or, on a rollup, the alias of one on L1',
}

/** A rollup adds it to the address of a contract on L1 that calls through it. Source: OP Stack and Arbitrum, AddressAliasHelper. */
const aliasOffset = 0x1111000000000000000000000000000000001111n

/** Makes the remark on an account without code that was never used; on a rollup it may be an alias. */
export function unusedNote(address: Address): ControlNote {
  const unaliased = BigInt.asUintN(160, BigInt(address) - aliasOffset)
  const contract = `0x${unaliased.toString(16).padStart(40, '0')}`
  return {
    ...noteOf(address, 'unused_account'),
    sentence: `${sentences.unused_account}, ${contract}`,
  }
}

/** Makes the remark of a code on an account. */
export function noteOf(address: Address, code: ControlNote['code']): ControlNote {
  return { address, code, sentence: sentences[code] }
}

/** Makes the remark that a storage is not complete, if it is not. */
export function incompleteNotes({
  contract,
  isComplete,
}: ControlCompleteness): readonly ControlNote[] {
  return isComplete ? [] : [noteOf(contract, 'not_complete')]
}

/** Makes the remark on a key that lends its account code: whom that code obeys. */
export function delegationNote(
  address: Address,
  { delegate, opening }: Extract<ControlAccount, { kind: 'delegated' }>,
): ControlNote {
  const openings = {
    anybody: 'which makes any call of anybody',
    key_only: 'which obeys the key alone',
    unknown: 'which is not known',
  }
  const sentence = `${sentences.delegated_key}, ${delegate}, ${openings[opening]}`
  return { ...noteOf(address, 'delegated_key'), sentence }
}

/** The last unix second that a date can say; a proposer chooses any delay. */
const lastDateSecond = 8_640_000_000_000n

/** Makes the remark on an operation that waits in a timelock: when it may run, and what it calls. */
export function waitingNote(
  timelock: Address,
  { id, readyAt, calls }: WaitingOperation,
): ControlNote {
  const from =
    readyAt > lastDateSecond
      ? `second ${readyAt} of unix time`
      : new Date(Number(readyAt) * 1000).toISOString()
  const what = calls?.map(({ target, data }) => {
    const selector = data.slice(0, 10) as Selector
    const name = signatureOf(selector)?.replace(/\(.*/, '') ?? selector
    return `${name} of ${target}`
  })
  const sentence = `operation ${id} waits, and may run from ${from} on: ${what?.join(', ') ?? 'its calls are not known'}`
  return { ...noteOf(timelock, 'timelock_waiting'), sentence }
}

/** Makes the remark on code that the caller vouches for, in his words. */
export function pinnedNote(
  address: Address,
  { known: code, statement }: RecognisedCode,
): ControlNote {
  const sentence = `its code is taken for ${code.name} (${code.kind}) on your word: ${JSON.stringify(statement)}`
  return { ...noteOf(address, 'pinned_code'), sentence }
}

/** Makes the remarks on a Safe: what its lists hide, and who passes them by. */
export function notesOfSafe(
  address: Address,
  {
    isComplete,
    modules,
    guard,
    moduleGuard,
    fallbackHandler,
  }: Extract<ControlAccount, { kind: 'safe' }>,
): readonly ControlNote[] {
  const about = (code: ControlNote['code'], subject: Address) => ({
    ...noteOf(address, code),
    sentence: `${subject} is ${sentences[code]}`,
  })
  const isSet = (each: Address) => each !== zeroAddress
  return [
    ...(isComplete ? [] : [noteOf(address, 'not_complete')]),
    ...modules.map((module) => about('safe_module', module)),
    ...[guard, moduleGuard].filter(isSet).map((each) => about('safe_guard', each)),
    ...[fallbackHandler].filter(isSet).map((each) => about('safe_handler', each)),
  ]
}
