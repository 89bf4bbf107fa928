import {
  type ControlChange,
  controlChangeOf,
  printControlWitness,
  solveControl,
} from '@vaultwright/access-control'
import { type Address, BaseError } from '@vaultwright/base'
import { type ChainLog, controlTopics, readControlState } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import { controlChangeDataOf, controlReadingOf } from '@vaultwright/wire'
import type { IndexContext, IndexedChain } from '../context/context.ts'
import { type ControlWatch, controlKeyOf } from '../context/control-watch.ts'
import { behindReasonOf, readHead } from '../context/final-head.ts'
import { hasControlLog, mostSets, storedControl } from '../control/last-control.ts'
import { findIndexedVault, type IndexedVault } from '../read/vault-read-plan.ts'
import { defineJob, done } from './job.ts'

const daySeconds = 86_400n
/** The most events that a change lists. */
const mostLogs = 100

/**
 * Looks whether another account may control a vault: a quiet block is three questions, a change is read in full, and so is
 * every day, because some changes log nothing.
 */
export const controlReading = defineJob({
  kind: 'control.reading',
  run: async ({ kind: _, ...vaultRef }, context) => {
    const indexedVault = await findIndexedVault(context, vaultRef)
    if (indexedVault === null) return done
    const indexed = await context.chains(vaultRef.chain)
    const { head, behind } = await context.singleFlight(`head ${vaultRef.chain}`, () =>
      readHead(context, indexed),
    )
    if (behind !== null) return { kind: 'wait', seconds: 15, reason: behindReasonOf(head, behind) }
    const key = controlKeyOf(vaultRef)
    const watch = context.controls.get(key)
    if (watch !== undefined && (await isQuiet(context, indexed, { watch, head }))) return done
    // Another process may have read the vault since.
    const last = await storedControl(context, vaultRef)
    if (last !== null) context.controls.set(key, last)
    const isKnown = last !== null && last.block.number !== watch?.block.number
    if (isKnown && (await isQuiet(context, indexed, { watch: last, head }))) return done
    await readInFull(context, indexed, { indexedVault, head, last })
    return done
  },
})

/** Tells whether nothing is to be read in full yet, and notes up to where that is so. */
async function isQuiet(
  { controls }: IndexContext,
  indexed: IndexedChain,
  { watch, head }: { readonly watch: ControlWatch; readonly head: BlockRef },
): Promise<boolean> {
  if (head.number <= watch.lookedTo) return true
  if (head.timestamp - watch.block.timestamp >= daySeconds) return false
  if (await hasControlLog(indexed, watch, head)) return false
  controls.set(controlKeyOf(watch.vaultRef), { ...watch, lookedTo: head.number })
  return true
}

type FullReading = {
  readonly indexedVault: IndexedVault
  readonly head: BlockRef
  readonly last: ControlWatch | null
}

async function readInFull(
  context: IndexContext,
  indexed: IndexedChain,
  { indexedVault: { vaultRef, deployment }, head, last }: FullReading,
): Promise<void> {
  const begun = performance.now()
  const named = (address: Address | null) =>
    address === null ? null : (address.toLowerCase() as Address)
  const { reading, witness } = await readControlState(indexed.chain, {
    contracts: {
      vault: named(vaultRef.vault)!,
      manager: named(deployment.manager)!,
      accountant: named(deployment.accountant),
      teller: named(deployment.teller),
      queue: null,
    },
    strategists: deployment.strategists.map(({ address }) => named(address)!),
    block: head,
  })
  const solved = { reading, answer: solveControl(reading.state, { mostSets }) }
  const change = last === null ? null : controlChangeOf(last.solved, solved)
  const block = String(head.number)
  const changeData =
    last === null || change === null
      ? null
      : controlChangeDataOf(change, {
          from: last.block,
          to: head,
          logs: await readChangeLogs(indexed, { change, from: last.block, to: head }),
        })
  const isAdded = await context.store.controls.add(vaultRef.tenantId, vaultRef, {
    blockNumber: head.number,
    blockHash: head.hash,
    atUnix: head.timestamp,
    witness: printControlWitness(witness),
    answer: JSON.stringify(controlReadingOf(head, reading, solved.answer)),
    change: changeData === null ? null : JSON.stringify(changeData),
  })
  if (!isAdded) {
    context.controls.delete(controlKeyOf(vaultRef))
    return
  }
  const isComplete = reading.completeness.every((row) => row.isComplete)
  context.controls.set(controlKeyOf(vaultRef), {
    vaultRef,
    block: head,
    lookedTo: head.number,
    isComplete,
    solved,
  })
  const ms = Math.round(performance.now() - begun)
  context.observe({
    event: 'control_read',
    vaultRef,
    block,
    isComplete,
    isCompared: last !== null,
    ms,
  })
  for (const { kind, sentence } of change?.kinds ?? [])
    context.observe({ event: 'control_changed', vaultRef, block, change: kind, sentence })
}

/** Events of accounts whose facts changed. They prove nothing: the two witnesses do. */
async function readChangeLogs(
  { chain }: IndexedChain,
  {
    change,
    from,
    to,
  }: { readonly change: ControlChange; readonly from: BlockRef; readonly to: BlockRef },
): Promise<readonly ChainLog[] | null> {
  const addresses = [...new Set(change.diff.facts.map(({ address }) => address))]
  if (addresses.length === 0) return []
  try {
    const logs = await chain.readLogs({
      addresses,
      topics: [controlTopics],
      fromBlock: from.number + 1n,
      toBlock: to,
    })
    return logs.slice(-mostLogs)
  } catch (error) {
    // The change is proven without them.
    if (error instanceof BaseError) return null
    throw error
  }
}
