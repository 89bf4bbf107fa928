import type { ManageRoot } from '@vaultwright/chain'
import type { OnChainVerdict } from '@vaultwright/operations'
import type { BlockRef } from '@vaultwright/outcome'
import { chainOf } from '@vaultwright/registry'
import type { Json } from '../terminal/context.ts'
import type { TextStyle } from '../terminal/style.ts'
import { printPairs, printSafely, printTime } from '../terminal/table.ts'

export function onChainJsonOf(verdict: OnChainVerdict): Json {
  const { chainId, reading, isTreeInForce, codes, reads, run, findings } = verdict
  const { block, manager, vault, strategist, root, isRevoked, managerRoot, state } = reading
  return {
    chain: chainJsonOf(chainId),
    block,
    manager,
    vault,
    strategist,
    isTreeInForce,
    root: { ...(rootJsonOf(root) as object), isRevoked },
    managerRoot: rootJsonOf(managerRoot),
    state: {
      isPaused: state.isPaused ?? null,
      isAuthorised: state.isAuthorised ?? null,
      isManagerAuthorised: state.isManagerAuthorised ?? null,
      isVaultCaller: state.isVaultCaller ?? null,
      nativeBalance: state.nativeBalance ?? null,
    },
    codeHashes: Object.fromEntries(codes),
    reads: reads.values,
    unread: reads.unread,
    run,
    findings,
  } as Json
}

export function chainJsonOf(id: number): Json {
  return { id, name: chainOf(id)?.name ?? null }
}

/** Says in one line which block of which chain is spoken of. */
export function blockLine(chainId: number, { number, hash, timestamp }: BlockRef): string {
  const time = printTime(timestamp)
  return `block ${number} of ${chainOf(chainId)?.name ?? 'chain'} (${chainId}), ${time}, ${hash}`
}

/** Prints what the chain said, for a person: it stands before the verdict. */
export function* printOnChain(onChain: OnChainVerdict, style: TextStyle): Iterable<string> {
  const { chainId, reading, isTreeInForce, reads, findings } = onChain
  const { root, isRevoked, managerRoot, state } = reading
  yield `at ${blockLine(chainId, reading.block)}\n`
  const tree =
    isTreeInForce === null
      ? ''
      : isTreeInForce
        ? ', the root of the tree'
        : ', NOT the root of the tree'
  yield* printPairs(
    [
      ['root', `${strategistRootText(root, isRevoked)}${tree}`],
      ['own root of the Manager', rootText(managerRoot)],
      ['paused', wordOf(state.isPaused)],
      ['strategist may call', wordOf(state.isAuthorised)],
      ['Manager may call vault', wordOf(state.isVaultCaller)],
    ],
    style,
  )
  for (const { key, why: reason } of reads.unread) {
    yield style.yellow(`${printSafely(key)} was not read: ${printSafely(reason)}\n`)
  }
  for (const { code, message, severity } of findings) {
    const paint = severity === 'error' ? style.red : style.yellow
    yield `${paint(severity)}  ${printSafely(message)} ${style.dim(`[${code}]`)}\n`
  }
  yield '\n'
}

/** Says in words which root there is and whether it is proven. */
export function rootText({ root, isProven, unprovenBecause }: ManageRoot): string {
  const how = isProven ? 'proven by its storage' : `not proven: ${unprovenBecause}`
  return /^0x0+$/.test(root) ? `none (${how})` : `${root} (${how})`
}

export function rootJsonOf({ root, isProven, slot, unprovenBecause }: ManageRoot): Json {
  return { root, isProven, slot, unprovenBecause }
}

/** A root of zero is one that was revoked, where the Manager's logs say that there was one. */
function strategistRootText(root: ManageRoot, isRevoked: boolean | null): string {
  const text = rootText(root)
  if (isRevoked === false) return text
  if (isRevoked) return text.replace('none', 'revoked: it was set back to zero')
  return `${text}; the node does not give the logs that would tell whether it was revoked`
}

function wordOf(value: boolean | undefined): string {
  return value === undefined ? 'not known' : value ? 'yes' : 'no'
}
