import { type Address, type Hex, isSameAddress, parseHex, printHex } from '@vaultwright/base'
import {
  type CallVerdict,
  type DecodedBatch,
  type DecoderReadValues,
  type LeafTree,
  readBatch,
  verifyCalldata,
} from '@vaultwright/manager'
import { keccak256, rootOf } from '@vaultwright/merkle'
import {
  type CallContext,
  type CallDescription,
  describeCall,
  type ReadableCall,
  ruleBook,
} from '@vaultwright/protocols'
import type { UnitLookup } from '@vaultwright/registry'
import type { AskedCheck, AskedContext } from './asked-call.ts'

/** What the service answered to a build. */
export type BuiltCalldata = { readonly target: Hex; readonly calldata: Hex }

/** What this page knows by itself, or was told before it built. */
export type BuiltContext = {
  /** Rebuilt in this page. */
  readonly tree: LeafTree
  /** The tree of the Manager's own root, for what runs inside flash loans. */
  readonly managerTree: LeafTree | null
  readonly manager: Address
  readonly vault: Address
  /** Compares the calls with what was asked for. */
  readonly compare: (calls: readonly ReadableCall[], context: AskedContext) => AskedCheck
  /** What decoders read from the chain, as far as this page can work it out. */
  readonly reads?: DecoderReadValues
  /** Reads that only the block answers and that bind nothing: they can refuse a call, not change it. */
  readonly blockReads?: readonly string[]
  /** Names and decimals for sentences. */
  readonly callContext: CallContext
  /** The Managers that the published record has for the vault; empty where it does not have the vault. */
  readonly recordedManagers: readonly Address[]
  /** Decimals to compare by: of the published record alone. */
  readonly units: UnitLookup
}

/** One call of what was built, with its verdict and its meaning. */
export type BuiltCall = {
  readonly path: readonly number[]
  readonly verdict: CallVerdict
  readonly call: ReadableCall
  readonly description: CallDescription
}

/** What this page found about what was built. */
export type BuiltCheck = {
  /** Whether it may be handed over: each call is proven, and each is what was asked for. */
  readonly isProven: boolean
  /** Whether every value that was asked for was compared; what runs inside a flash loan is not. */
  readonly isCompared: boolean
  /** Why it is not proven. */
  readonly problems: readonly string[]
  /** What the calldata alone cannot show. */
  readonly notes: readonly string[]
  readonly calls: readonly BuiltCall[]
  /** Of the tree that it was verified against. */
  readonly root: Hex
  /** Keccak-256 of the calldata. */
  readonly contentHash: Hex
  readonly size: number
}

/**
 * Verifies what the service built: call by call against the tree, and against what was asked for.
 *
 * Calldata that cannot be read is a problem, not an error.
 */
export function checkBuilt(built: BuiltCalldata, context: BuiltContext): BuiltCheck {
  const { target, calldata } = built
  const { tree, managerTree, manager, vault, compare, callContext, units, reads } = context
  const bytes = parseHex(calldata)
  const head = {
    root: printHex(rootOf(tree.tree)),
    contentHash: printHex(keccak256(bytes)),
    size: bytes.length,
  }
  const problems: string[] = []
  if (!isSameAddress(target, manager))
    problems.push(`It is for ${target}, which is not the Manager of the vault, ${manager}.`)
  const note = managerNote(context)
  const notes = note === null ? [] : [note]
  const isOtherManager = note !== null && context.recordedManagers.length > 0
  try {
    const verdict = verifyCalldata(calldata, {
      tree,
      manager,
      rules: ruleBook,
      ...(managerTree === null ? {} : { managerTree }),
      ...(reads === undefined ? {} : { reads }),
    })
    const batch = readBatch(calldata, { manager })
    const calls = [...builtCalls(batch, verdict.calls, { context: callContext, parents: [] })]
    if (calls.length === 0) problems.push('It makes no call.')
    const hanging = verdict.calls.filter((call) => hangsOnBlock(call, context))
    const judged = verdict.calls.filter((call) => !hanging.includes(call))
    notes.push(...hanging.map(blockNote))
    problems.push(...judged.flatMap(problemsOf))
    const isProven = verdict.verdict === 'proven' || (hanging.length > 0 && judged.every(isGood))
    if ((!isProven || verdict.prediction.certain !== null) && problems.length === 0)
      problems.push(verdict.prediction.certain?.when ?? `The batch is ${verdict.verdict}.`)
    if (verdict.notes.length > 0) problems.push('It carries bytes that the Manager does not read.')
    const request = compare(batch.calls, { vault, units })
    problems.push(...request.problems)
    notes.push(...request.notes)
    const hasLoan = calls.some(({ path }) => path.length > 1)
    const isCompared = request.isWhole && !hasLoan && !isOtherManager
    return { ...head, isProven: problems.length === 0, isCompared, problems, notes, calls }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
    return { ...head, isProven: false, isCompared: false, problems, notes, calls: [] }
  }
}

/** Whose Manager it is came from the service; the published record may have the vault, and be old. */
function managerNote({ manager, recordedManagers }: BuiltContext): string | null {
  if (recordedManagers.some((each) => isSameAddress(each, manager))) return null
  if (recordedManagers.length === 0)
    return `The server says that ${manager} is the Manager of the vault; the published record does not have the vault.`
  return `The server says that ${manager} is the Manager of the vault; the published record has ${recordedManagers.join(', ')}. Compare it on another machine.`
}

function isGood({ verdict }: CallVerdict): boolean {
  return verdict === 'proven'
}

/** Whether nothing but answers of the block is open, and none of them is packed. */
function hangsOnBlock(call: CallVerdict, { blockReads = [] }: BuiltContext): boolean {
  const { verdict, reads, reasons, notes } = call
  if (verdict !== 'conditional' || reads.length > 0 || notes.length > 0) return false
  return reasons.every(({ reason, facts }) => {
    const open = facts.reads
    const isCheckOnly = Array.isArray(facts.needed) && facts.needed.length === 0
    return (
      reason === 'rule_needs_reads' &&
      isCheckOnly &&
      Array.isArray(open) &&
      open.every((read) => blockReads.includes(read))
    )
  })
}

function blockNote({ path, reasons }: CallVerdict): string {
  const checks = reasons.flatMap(({ facts }) => (Array.isArray(facts.checks) ? facts.checks : []))
  return `Call ${path.join('.')} is proven but for what the block will say; the decoder refuses it unless ${checks.join(' and ')}.`
}

function problemsOf({ path, verdict, reasons, notes, reads }: CallVerdict): readonly string[] {
  const place = `Call ${path.join('.')}`
  const why = reasons.map(({ message }) => message).join(' ')
  const hanging = reads.map(({ read, value }) => `It holds only while ${read.key} is ${value}.`)
  if (verdict !== 'proven') return [`${place} is ${verdict}. ${[why, ...hanging].join(' ')}`.trim()]
  return notes.length === 0 ? [] : [`${place} carries bytes that its function does not read.`]
}

function* builtCalls(
  batch: DecodedBatch,
  verdicts: readonly CallVerdict[],
  place: { readonly context: CallContext; readonly parents: readonly number[] },
): Iterable<BuiltCall> {
  for (const [index, { target, data, value, loan }] of batch.calls.entries()) {
    const path = [...place.parents, index]
    const verdict = verdicts.find((each) => each.path.join() === path.join())
    const call = { target, data, value }
    const signature = verdict?.leaf?.signature ?? ''
    const description = describeCall(call, place.context, signature)
    if (verdict !== undefined) yield { path, verdict, call, description }
    if (loan !== null) yield* builtCalls(loan.batch, verdicts, { ...place, parents: path })
  }
}
