import { type Address, isSameAddress } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { isPadding } from '@vaultwright/manager'
import { accountOf, roleOf } from '@vaultwright/protocols'
import type { LabelledLeaf, Labeller } from './leaf-label.ts'
import { isVaultSlot, type VaultSlots, vaultSlotsOf } from './vault-slot.ts'

/** Leaves of the later tree that name an account for the first time. */
export type Highlight = {
  readonly address: Address
  /** Slots in the later tree, ascending. */
  readonly positions: readonly number[]
  /** The functions concerned, each once, in slot order. */
  readonly signatures: readonly string[]
  /** True if the earlier tree calls it. */
  readonly isKnownTarget: boolean
}

/** Somebody who may newly pull tokens. */
type SpenderHighlight = Highlight & {
  /** The tokens, each once, in slot order. */
  readonly tokens: readonly Address[]
}

/** Somebody who newly receives, owns or is acted for. */
type RecipientHighlight = Highlight & {
  /** The names of the arguments, each once; null where no rule names them. */
  readonly labels: readonly (string | null)[]
}

/** The parts of a tree for a reviewer to look at first. */
export type Highlights = {
  readonly decoders: readonly Highlight[]
  readonly targets: readonly Highlight[]
  readonly spenders: readonly SpenderHighlight[]
  /** Neither the vault nor the Manager of the earlier tree, and never a recipient in it. */
  readonly recipients: readonly RecipientHighlight[]
}

type Sighting = {
  readonly position: number
  readonly signature: string
  readonly token: Address | null
  readonly label: string | null
}
type Naming = { readonly labeller: Labeller; readonly slots: VaultSlots }
type Sightings = Map<Address, Sighting[]>
type Survey = {
  readonly decoders: Sightings
  readonly targets: Sightings
  readonly spenders: Sightings
  readonly recipients: Sightings
}

/**
 * Finds the decoders, targets, spenders and recipients that an earlier tree does not have.
 *
 * The vault is the earlier tree's, so that a tree cannot call its own recipient the vault.
 *
 * @returns each account once, in slot order.
 */
export function highlightsOf(before: TreeFile, after: TreeFile, labeller: Labeller): Highlights {
  const vault = before.metadata.vault ?? after.metadata.vault
  const leaves = [...before.tree.leaves, ...after.tree.leaves]
  const naming = { labeller, slots: vaultSlotsOf(leaves, vault) }
  const old = surveyOf(before, naming)
  const now = surveyOf(after, naming)
  const manager = before.metadata.manager ?? after.metadata.manager
  const ours = [vault, manager].filter((address) => address !== null)
  const newIn = (kind: keyof Survey) => {
    const oldAddresses = old[kind]
    return [...now[kind]]
      .filter(([address]) => !oldAddresses.has(address))
      .map(([address, sightings]) => ({
        sightings,
        callout: {
          address,
          positions: distinct(sightings.map((sighting) => sighting.position)),
          signatures: distinct(sightings.map((sighting) => sighting.signature)),
          isKnownTarget: old.targets.has(address),
        },
      }))
  }
  return {
    decoders: newIn('decoders').map(({ callout }) => callout),
    targets: newIn('targets').map(({ callout }) => callout),
    spenders: newIn('spenders').map(({ callout, sightings }) => ({
      ...callout,
      tokens: distinct(sightings.flatMap(({ token }) => (token === null ? [] : [token]))),
    })),
    recipients: newIn('recipients')
      .filter(({ callout }) => !ours.some((address) => isSameAddress(address, callout.address)))
      .map(({ callout, sightings }) => ({
        ...callout,
        labels: distinct(sightings.map(({ label }) => label)),
      })),
  }
}

function surveyOf(file: TreeFile, naming: Naming): Survey {
  const survey: Survey = {
    decoders: new Map(),
    targets: new Map(),
    spenders: new Map(),
    recipients: new Map(),
  }
  for (const [position, leaf] of file.tree.leaves.entries()) {
    if (isPadding(leaf)) continue
    const plain = { position, signature: leaf.signature, token: null, label: null }
    recordSighting(survey.decoders, leaf.decoder, plain)
    recordSighting(survey.targets, leaf.target, plain)
    recordAccounts(survey, { ...naming.labeller.labelled(leaf), position }, naming.slots)
  }
  return survey
}

function recordAccounts(
  survey: Survey,
  labelled: LabelledLeaf & { readonly position: number },
  slots: VaultSlots,
): void {
  const { leaf, labels, position } = labelled
  for (const [index, label] of labels.entries()) {
    const role = label === null ? 'recipient' : roleOf(label)
    if (role === 'other' && !isVaultSlot(slots, leaf, index)) continue
    const account = accountOf(labelled, index)
    if (account === null) continue
    const token = role === 'spender' ? tokenOf(labelled) : null
    const sighting = { position, signature: leaf.signature, token, label }
    recordSighting(role === 'spender' ? survey.spenders : survey.recipients, account, sighting)
  }
}

/** The token that an approval is about: its own argument where it has one, else the token called. */
function tokenOf({ leaf, labels, isDrone }: LabelledLeaf): Address {
  const position = labels.findIndex((label) => label !== null && /(^|\.)_?token$/.test(label))
  if (position >= 0) return leaf.arguments[position]!
  return isDrone ? leaf.arguments.at(-1)! : leaf.target
}

function recordSighting(sightings: Sightings, address: Address, sighting: Sighting): void {
  const list = sightings.get(address)
  if (list === undefined) sightings.set(address, [sighting])
  else list.push(sighting)
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)]
}
