import { printHex } from '@vaultwright/base'
import {
  type Instruction,
  type Operator,
  readDigestInstruction,
  readManage,
  type SvmAddress,
} from '@vaultwright/svm'

/** A transaction that succeeded, with the instructions that programs called inside. */
export type SvmPastTransaction = {
  readonly signature: string
  readonly slot: bigint
  /** Unix seconds; null where the node does not know. */
  readonly unixTime: bigint | null
  /** In the order in which they ran, inner ones behind the one that called them. */
  readonly instructions: readonly Instruction[]
}

/** The creation or the end of a digest. */
export type SvmDigestEvent = {
  readonly kind: 'initialize' | 'close'
  readonly signature: string
  readonly slot: bigint
  readonly unixTime: bigint | null
  /** 64 hex digits. */
  readonly digestHex: string
  readonly digestAddress: SvmAddress
  readonly authority: SvmAddress
  /** The operators that the creation stores; null for an end. */
  readonly operators: readonly Operator[] | null
}

/** A digest through time; it can be created again after its end. */
export type SvmDigestPeriod = {
  readonly digestHex: string
  readonly digestAddress: SvmAddress
  /** Null where the creation is not in the transactions that were read. */
  readonly created: SvmDigestEvent | null
  /** Null while it exists. */
  readonly closed: SvmDigestEvent | null
}

/** A call that a vault made. */
export type SvmPastCall = {
  readonly signature: string
  readonly strategist: SvmAddress
  readonly subAccount: number
  readonly digestAddress: SvmAddress
  /** With the flags of the transaction's instructions. */
  readonly innerCall: Instruction
}

export type SvmDigestHistory = {
  /** Oldest first. */
  readonly events: readonly SvmDigestEvent[]
  readonly periods: readonly SvmDigestPeriod[]
  /** The newest call of each digest. */
  readonly calls: readonly SvmPastCall[]
}

/**
 * Reads when the digests of a vault were created and closed.
 *
 * @param transactions - Those that name the vault's state, oldest first. Failed ones must be left out.
 */
export function historyOf(
  transactions: readonly SvmPastTransaction[],
  { program, vaultId }: { readonly program: SvmAddress; readonly vaultId: bigint },
): SvmDigestHistory {
  const events = transactions.flatMap(({ instructions, signature, slot, unixTime }) =>
    instructions.flatMap((instruction) => {
      const act = readDigestInstruction(instruction, program)
      if (act === null || act.vaultId !== vaultId) return []
      const { kind, digestAddress, authority } = act
      const operators = act.kind === 'initialize' ? act.operators : null
      const digestHex = printHex(act.digest).slice(2)
      return [{ kind, signature, slot, unixTime, digestHex, digestAddress, authority, operators }]
    }),
  )
  return { events, periods: periodsOf(events), calls: callsIn(transactions, { program, vaultId }) }
}

function callsIn(
  transactions: readonly SvmPastTransaction[],
  { program, vaultId }: { readonly program: SvmAddress; readonly vaultId: bigint },
): readonly SvmPastCall[] {
  const newest = new Map<SvmAddress, SvmPastCall>()
  for (const { instructions, signature } of transactions) {
    for (const instruction of instructions) {
      const manage = readManage(instruction, program)
      if (manage === null || manage.vaultId !== vaultId) continue
      const { strategist, subAccount, digestAddress, innerCall } = manage
      newest.set(digestAddress, { signature, strategist, subAccount, digestAddress, innerCall })
    }
  }
  return [...newest.values()]
}

function periodsOf(events: readonly SvmDigestEvent[]): readonly SvmDigestPeriod[] {
  const periods: SvmDigestPeriod[] = []
  const open = new Map<string, number>()
  for (const event of events) {
    const { digestHex, digestAddress } = event
    const index = open.get(digestHex)
    if (event.kind === 'initialize') {
      open.set(
        digestHex,
        periods.push({ digestHex, digestAddress, created: event, closed: null }) - 1,
      )
    } else if (index === undefined) {
      periods.push({ digestHex, digestAddress, created: null, closed: event })
    } else {
      periods[index] = { ...periods[index]!, closed: event }
      open.delete(digestHex)
    }
  }
  return periods
}
