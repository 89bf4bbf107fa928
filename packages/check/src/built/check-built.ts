import { type Address, type Hex, isSameAddress, parseHex, printHex } from '@vaultwright/base'
import {
  type CallVerdict,
  type DecodedBatch,
  type DecoderReadValues,
  type LeafTree,
  readBatch,
  verifyCalldata,
} from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { callHashOf } from '@vaultwright/packet'
import {
  type CallContext,
  type CallDescription,
  describeCall,
  type ReadableCall,
  ruleBook,
} from '@vaultwright/protocols'
import type { UnitLookup } from '@vaultwright/registry'
import type { ComparisonContext, RequestComparison } from './action-comparison.ts'

/** The answer of the service to a build. */
export type BuiltCalldata = { readonly target: Hex; readonly calldata: Hex }

/** The facts that the checker holds before the build. */
export type BuiltContext = {
  /** Rebuilt in this page. */
  readonly tree: LeafTree
  /** The tree of the Manager's own root, for what runs inside flash loans. */
  readonly managerTree: LeafTree | null
  readonly manager: Address
  readonly vault: Address
  /** Compares the calls with what was asked for. */
  readonly compare: (
    calls: readonly ReadableCall[],
    context: ComparisonContext,
  ) => RequestComparison
  /** The values decoders read from the chain, as far as the checker can work them out. */
  readonly reads?: DecoderReadValues
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

/** The result of checking a build. */
export type BuiltCheck = {
  /** True if it may be handed over: each call is proven, and each is as requested. */
  readonly isProven: boolean
  /** Why it is not proven. */
  readonly problems: readonly string[]
  /** The facts that the calldata alone cannot show. */
  readonly notes: readonly string[]
  /** A sentence for each value that could not be compared with the request; empty when all were. */
  readonly uncompared: readonly string[]
  /** On what the chain may still refuse a call that is as it was asked for. */
  readonly open: readonly string[]
  readonly calls: readonly BuiltCall[]
  /** Of the tree that it was verified against. */
  readonly root: Hex
  /** Over chain, target and calldata: what signers read to each other. */
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
    contentHash: callHashOf({
      chainId: callContext.chainId,
      to: target as Address,
      value: 0n,
      data: calldata,
    }),
    size: bytes.length,
  }
  const problems: string[] = []
  if (!isSameAddress(target, manager))
    problems.push(`It is for ${target}, which is not the Manager of the vault, ${manager}.`)
  const note = managerNote(context)
  const isOtherManager = note !== null && context.recordedManagers.length > 0
  const notes = note === null || isOtherManager ? [] : [note]
  const uncompared = note !== null && isOtherManager ? [note] : []
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
    const hanging = verdict.calls.filter(isOnlyOpen)
    const judged = verdict.calls.filter((call) => !hanging.includes(call))
    problems.push(...judged.flatMap(problemsOf))
    const { certain } = verdict.prediction
    const isHeld = verdict.verdict === 'proven' || hanging.length > 0
    if ((!isHeld || certain !== null) && problems.length === 0)
      problems.push(certain?.when ?? `The batch is ${verdict.verdict}.`)
    if (verdict.notes.length > 0) problems.push('It carries bytes that the Manager does not read.')
    const request = compare(batch.calls, { vault, units })
    problems.push(...request.problems)
    notes.push(...request.notes)
    uncompared.push(...request.uncompared)
    if (calls.some(({ path }) => path.length > 1))
      uncompared.push('The calls inside its flash loan are not compared with your request.')
    const isProven = problems.length === 0
    const open = hanging.map(openText)
    return { ...head, isProven, problems, notes, uncompared, open, calls }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
    return { ...head, isProven: false, problems, notes, uncompared, open: [], calls: [] }
  }
}

/** A note on the Manager: its address came from the service; the published record may have the vault, and be old. */
function managerNote({ manager, recordedManagers }: BuiltContext): string | null {
  if (recordedManagers.some((each) => isSameAddress(each, manager))) return null
  if (recordedManagers.length === 0)
    return `The server says that ${manager} is the Manager of the vault; the published record does not have the vault.`
  return `The server says that ${manager} is the Manager of the vault; the published record has ${recordedManagers.join(', ')}. Compare it on another machine.`
}

/**
 * True if a call is proven but for facts that the chain alone can give: it can refuse the call, and
 * not change it.
 */
function isOnlyOpen({ verdict, notes }: CallVerdict): boolean {
  return verdict === 'conditional' && notes.length === 0
}

/** By what a decoder may still refuse a call. */
function openText({ path, reasons, reads }: CallVerdict): string {
  const parts = [
    ...reasons.flatMap(({ reason, facts }) =>
      reason === 'decoder_unknown'
        ? [`its decoder packs as ${listText(facts.decoders)} does`]
        : [listText(facts.checks).replaceAll('signed == false || ', ''), readText(facts)],
    ),
    ...reads.map(({ read, value }) => `${read.key} is ${value}`),
  ].filter((part) => part !== '')
  return `Call ${path.join('.')} is permitted if ${parts.join(', and ')}; else the Manager refuses it.`
}

/** The text of a decoder's reads that make the leaf's arguments; conditions that are checks alone name none. */
function readText({ checks, reads }: CallVerdict['reasons'][number]['facts']): string {
  const text = checks === undefined ? listText(reads) : ''
  return text === '' ? '' : `the chain answers ${text} as the leaf needs it`
}

function listText(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(' or ') : ''
}

function problemsOf({ path, verdict, reasons, notes, reads }: CallVerdict): readonly string[] {
  const place = `Call ${path.join('.')}`
  const reason = reasons.map(({ message }) => message).join(' ')
  const hanging = reads.map(({ read, value }) => `It holds only while ${read.key} is ${value}.`)
  if (verdict !== 'proven')
    return [`${place} is ${verdict}. ${[reason, ...hanging].join(' ')}`.trim()]
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
    const description = describeCall(call, place.context, verdict?.leaf)
    if (verdict !== undefined) yield { path, verdict, call, description }
    if (loan !== null) yield* builtCalls(loan.batch, verdicts, { ...place, parents: path })
  }
}
