import {
  type Address,
  type Finding,
  isSameAddress,
  printHex,
  type Severity,
} from '@vaultwright/base'
import { type TreeFile, usedCountOf } from '@vaultwright/formats'
import { digestOf, isPadding, type Leaf, packedOf } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { knownVaults } from '@vaultwright/registry'
import type { Json } from '../terminal/context.ts'
import type { TextStyle } from '../terminal/style.ts'
import { type Column, printPairs, printSafely, printTable } from '../terminal/table.ts'

export function metadataJsonOf(file: TreeFile): { readonly [key: string]: Json } {
  const { vault, manager, accountant, decoder, root: stated } = file.metadata
  const root = printHex(rootOf(file.tree.tree))
  const { capacity, depth } = file.tree.tree
  const leafCount = usedCountOf(file.tree)
  const { format, layout } = file
  return {
    format,
    layout,
    vault,
    manager,
    accountant,
    decoder,
    root,
    stated,
    leafCount,
    capacity,
    depth,
  }
}

export function printMetadata(file: TreeFile, shown: number, style: TextStyle): readonly string[] {
  const { vault, manager, accountant, decoder } = file.metadata
  const used = usedCountOf(file.tree)
  const { capacity, depth } = file.tree.tree
  const name = vault === null ? undefined : nameOf(vault)
  const layout = file.layout === null ? '' : `, ${file.layout}`
  const filtered = shown === used ? '' : `, ${shown} shown`
  return printPairs(
    [
      ['vault', `${vault ?? '(not stated)'}${name === undefined ? '' : ` (${name})`}`],
      ['manager', manager ?? '(not stated)'],
      ['accountant', accountant ?? '(not stated)'],
      ['decoder', decoder ?? '(not stated)'],
      ['root', printHex(rootOf(file.tree.tree))],
      ['leaves', `${used} in ${capacity} slots, depth ${depth}${filtered}`],
      ['format', `${file.format}${layout}`],
    ],
    style,
  )
}

function nameOf(vault: Address): string | undefined {
  return knownVaults.find((entry) => isSameAddress(entry.vault, vault))?.name
}

export type Slot = { readonly position: number; readonly leaf: Leaf }

const columns: readonly Column[] = [
  { title: '#', align: 'right' },
  { title: 'target' },
  { title: 'function' },
  { title: 'value' },
  { title: 'description' },
]

export function leafJsonOf({ position, leaf }: Slot): { readonly [key: string]: Json } {
  return {
    position,
    digest: printHex(digestOf(leaf)),
    decoder: leaf.decoder,
    target: leaf.target,
    canSendValue: leaf.canSendValue,
    signature: leaf.signature,
    selector: leaf.selector,
    arguments: leaf.arguments,
    packed: packedOf(leaf),
    description: leaf.description,
  }
}

export function printLeaves(slots: readonly Slot[], style: TextStyle): readonly string[] {
  const rows = slots.map(({ position, leaf }) => [
    `${position}`,
    leaf.target,
    isPadding(leaf) ? '(empty slot)' : leaf.signature || leaf.selector,
    leaf.canSendValue ? 'yes' : '',
    leaf.description,
  ])
  return printTable(columns, rows, style)
}

export function printLeaf({ position, leaf }: Slot, style: TextStyle): readonly string[] {
  return printPairs(
    [
      ['leaf', `${position}`],
      ['description', leaf.description],
      ['decoder', leaf.decoder],
      ['target', leaf.target],
      ['function', leaf.signature === '' ? '(none)' : leaf.signature],
      ['selector', leaf.selector],
      ['value', leaf.canSendValue ? 'only calls with value' : 'only calls without value'],
      ...leaf.arguments.map((argument, at): [string, string] => [`argument ${at + 1}`, argument]),
      ['packed', packedOf(leaf)],
      ['digest', printHex(digestOf(leaf))],
    ],
    style,
  )
}

/** How many findings of a kind are printed where not all are wanted. */
const few = 5
const severities: readonly Severity[] = ['error', 'warning', 'info']

/** Prints findings for a person, the worst first, those of a kind together. */
export function* printFindings(
  findings: readonly Finding[],
  { style, all }: { readonly style: TextStyle; readonly all: boolean },
): Iterable<string> {
  for (const severity of severities) {
    const paint = { error: style.red, warning: style.yellow, info: style.dim }[severity]
    const mine = findings.filter((finding) => finding.severity === severity)
    for (const code of new Set(mine.map((finding) => finding.code))) {
      const same = mine.filter((finding) => finding.code === code)
      for (const finding of all ? same : same.slice(0, few)) {
        const text = printSafely(placedText(finding))
        yield `  ${paint(severity.padEnd(7))}  ${text} ${style.dim(`[${code}]`)}\n`
      }
      const rest = all ? 0 : same.length - few
      if (rest > 0) yield style.dim(`           and ${rest} more [${code}]; --all prints them\n`)
    }
  }
}

/** Tells whether a finding is shown where many trees are checked: what is only good to know is left out there. */
export function isNotable({ severity }: Finding): boolean {
  return severity !== 'info'
}

/** Some messages name their slots already, and only the wording of this line depends on it. */
function placedText({ message, leaf }: Finding): string {
  const isPlaced = leaf === null || /\b(slots?|leafs?|leaves)\b/.test(message)
  return isPlaced ? message : `leaf ${leaf}: ${message}`
}
