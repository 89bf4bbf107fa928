import type { Address } from '@vaultwright/base'
import { canPack, type RuleBook, rulesFor } from '@vaultwright/manager'
import { protocolOf, shapeOf } from '@vaultwright/protocols'
import { protocolsAt } from '@vaultwright/registry'
import { joinedLabels, type LabelledLeaf } from '../leaf/leaf-label.ts'

/** Names the protocols of an account, as in `compound_v3`. */
export type TargetProtocols = (account: Address) => readonly string[]

/**
 * Names the arguments of a leaf in the words of its target's protocols, where all decoders pack the same places of
 * the call: their words then only name these places, and the target knows its own arguments best.
 *
 * @param protocolsOf - the protocols of accounts that are not on record.
 * @returns the labels of the leaf where nothing tells the protocol, or decoders pack other places.
 */
export function labelsByTarget(
  { leaf, labels, isDrone }: LabelledLeaf,
  rules: RuleBook,
  protocolsOf: TargetProtocols,
): LabelledLeaf['labels'] {
  const target = (isDrone ? leaf.arguments.at(-1) : null) ?? leaf.target
  const recorded = protocolsAt(target)
  const protocols = recorded.length > 0 ? recorded : protocolsOf(target)
  const count = leaf.arguments.length - (isDrone ? 1 : 0)
  const fitting = rulesFor(rules, leaf.selector).filter((rule) => canPack(rule, count))
  const [only, ...further] = fitting
  if (only === undefined || further.length > 0 || protocols.length === 0) return labels
  const wordings = protocols.map((name) => {
    const functions = protocolOf(name)?.decoders.flatMap((decoder) => decoder.functions) ?? []
    return only.wordings.filter(({ signature, packs }) =>
      functions.some((rule) => rule.signature === signature && rule.packs === packs),
    )
  })
  if (wordings.some((list) => list.length === 0)) return labels
  return [...joinedLabels(wordings.flat().map(shapeOf), count), ...labels.slice(count)]
}
