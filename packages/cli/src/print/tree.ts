import { type Address, type Finding, printHex, type Severity } from '@vaultwright/base'
import { type TreeFile, usedCountOf } from '@vaultwright/formats'
import { digestOf, isPadding, packedOf } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { nameAccounts, printAccount, printName, printTrusted } from '@vaultwright/registry'
import type { Slot } from '../input/slot.ts'
import type { TreeNaming } from '../input/tree-names.ts'
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

export function printMetadata(
  file: TreeFile,
  shown: number,
  { naming, style }: { readonly naming: TreeNaming; readonly style: TextStyle },
): readonly string[] {
  const { vault, manager, accountant, decoder } = file.metadata
  const used = usedCountOf(file.tree)
  const { capacity, depth } = file.tree.tree
  const textOf = (account: Address | null) =>
    account === null ? '(not stated)' : printWhole(account, naming)
  const layout = file.layout === null ? '' : `, ${file.layout}`
  const filtered = shown === used ? '' : `, ${shown} shown`
  return printPairs(
    [
      ['vault', textOf(vault)],
      ['manager', textOf(manager)],
      ['accountant', textOf(accountant)],
      ['decoder', textOf(decoder)],
      ...(naming.because === null ? [] : [['chain', naming.because] as const]),
      ['root', printHex(rootOf(file.tree.tree))],
      ['leaves', `${used} in ${capacity} slots, depth ${depth}${filtered}`],
      ['format', `${file.format}${layout}`],
    ],
    style,
  )
}

/** The address, and its name behind it where it has one of its own. */
function printWhole(account: Address, { names }: TreeNaming): string {
  const name = names(account)
  return name === null || name.source === 'tree' ? account : `${account} (${printName(name)})`
}

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

export function printLeaves(
  slots: readonly Slot[],
  { naming, style }: { readonly naming: TreeNaming; readonly style: TextStyle },
): readonly string[] {
  const rows = slots.map(({ position, leaf }) => [
    `${position}`,
    isPadding(leaf) ? leaf.target : printTrusted(leaf.target, naming.names, naming),
    isPadding(leaf) ? '(empty slot)' : leaf.signature || leaf.selector,
    leaf.canSendValue ? 'yes' : '',
    leaf.description,
  ])
  return printTable(columns, rows, style)
}

export function printLeaf(
  { position, leaf }: Slot,
  { naming, style }: { readonly naming: TreeNaming; readonly style: TextStyle },
): readonly string[] {
  const textOf = (account: Address) => printAccount(account, naming.names, { whole: true })
  return printPairs(
    [
      ['leaf', `${position}`],
      ['description', leaf.description],
      ['decoder', textOf(leaf.decoder)],
      ['target', textOf(leaf.target)],
      ['function', leaf.signature === '' ? '(none)' : leaf.signature],
      ['selector', leaf.selector],
      ['value', leaf.canSendValue ? 'only calls with value' : 'only calls without value'],
      ...leaf.arguments.map((argument, at): [string, string] => [
        `argument ${at + 1}`,
        textOf(argument),
      ]),
      ['packed', packedOf(leaf)],
      ['digest', printHex(digestOf(leaf))],
    ],
    style,
  )
}

/** The number of findings of a kind that are printed unless all are requested. */
const few = 5
const severities: readonly Severity[] = ['error', 'warning', 'info']

/** Options of printed findings; without names accounts stand by their addresses. */
type FindingOptions = {
  readonly style: TextStyle
  readonly all: boolean
  readonly naming?: TreeNaming
}

/** Prints findings for a person, the worst first, those of a kind together. */
export function* printFindings(
  findings: readonly Finding[],
  { style, all, naming }: FindingOptions,
): Iterable<string> {
  for (const severity of severities) {
    const paint = { error: style.red, warning: style.yellow, info: style.dim }[severity]
    const mine = findings.filter((finding) => finding.severity === severity)
    for (const code of new Set(mine.map((finding) => finding.code))) {
      const same = mine.filter((finding) => finding.code === code)
      for (const finding of all ? same : same.slice(0, few)) {
        const safe = printSafely(placedText(finding))
        const text = naming === undefined ? safe : nameAccounts(safe, naming.names, naming)
        yield `  ${paint(severity.padEnd(7))}  ${text} ${style.dim(`[${code}]`)}\n`
      }
      const remainder = all ? 0 : same.length - few
      if (remainder > 0)
        yield style.dim(`           and ${remainder} more [${code}]; --all prints them\n`)
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
