import type { ManageRoot } from '@vaultwright/chain'
import type { Json } from '../answer.ts'
import type { TreeOnChain } from '../tree-on-chain.ts'
import type { Ink } from './ink.ts'
import { blockLine, chainJsonOf, rootJsonOf, rootText } from './on-chain.ts'
import { printSafely } from './table.ts'

/** Turns what the chain says of a tree into what `--json` shows. */
export function treeOnChainJsonOf(found: TreeOnChain): Json {
  const { chainId, block, manager, decoders, strategists, strategistsOnly } = found
  const { rootsUnknown, asked, notChecked } = found
  return {
    chain: chainJsonOf(chainId),
    ...{ block, manager, decoders },
    strategists: strategists.map(({ address, root, isThisTree }) => ({
      ...{ address, isThisTree, isRevoked: isRevoked(root) },
      ...(rootJsonOf(root) as object),
    })),
    ...{ strategistsOnly, rootsUnknown, asked, notChecked },
  } as Json
}

/** Prints what the chain says of a tree, for a person. */
export function* printTreeOnChain(
  found: TreeOnChain,
  { ink, all }: { readonly ink: Ink; readonly all: boolean },
): Iterable<string> {
  const { chainId, block, decoders, strategists, strategistsOnly } = found
  const { rootsUnknown, asked, notChecked } = found
  yield ink.dim(`  at ${blockLine(chainId, block)}\n`)
  for (const { address, leaves, codeHash } of decoders) {
    const code = codeHash === null ? ink.red('no code') : `code ${codeHash}`
    yield `  decoder     ${address}  ${leaves} leaves, ${code}\n`
  }
  for (const { address, root, isThisTree } of strategists) {
    const other = isRevoked(root) ? ink.yellow('revoked') : ink.dim('another root')
    const mark = isThisTree ? ink.green('this tree') : other
    yield `  strategist  ${address}  ${mark}  ${rootText(root)}\n`
  }
  if (rootsUnknown === null && strategistsOnly !== null) {
    yield ink.yellow(`  strategists looked at: only ${strategistsOnly}\n`)
  }
  if (rootsUnknown !== null) yield ink.yellow(`  roots not checked: ${rootsUnknown}\n`)
  yield `  answers     ${asked} leaves put to their decoders${notChecked.length > 0 ? `, ${notChecked.length} not checked` : ''}\n`
  const whys = new Map<string, number[]>()
  for (const { leaf, why } of notChecked) whys.set(why, [...(whys.get(why) ?? []), leaf])
  for (const [why, leaves] of whys) {
    const named = all ? leaves : leaves.slice(0, 5)
    const rest = leaves.length - named.length
    const more = rest > 0 ? ` and ${rest} more` : ''
    yield ink.yellow(`  not checked leaf ${named.join(', ')}${more}: ${printSafely(why)}\n`)
  }
}

/** A strategist whose root was set back to zero: whoever is named here has had one. */
function isRevoked({ root }: ManageRoot): boolean {
  return /^0x0+$/.test(root)
}
