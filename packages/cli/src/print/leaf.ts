import { printHex } from '@vaultwright/base'
import { digestOf, isPadding, type Leaf, packedOf } from '@vaultwright/manager'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { type Column, printPairs, printTable } from './table.ts'

/** A leaf and the slot it stands in. */
export type Slot = { readonly position: number; readonly leaf: Leaf }

const columns: readonly Column[] = [
  { title: '#', align: 'right' },
  { title: 'target' },
  { title: 'function' },
  { title: 'value' },
  { title: 'description' },
]

/** Turns a leaf into what `--json` shows. */
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

/** Prints leaves as a table, a line each. */
export function printLeaves(slots: readonly Slot[], ink: Ink): readonly string[] {
  const rows = slots.map(({ position, leaf }) => [
    `${position}`,
    leaf.target,
    isPadding(leaf) ? '(empty slot)' : leaf.signature || leaf.selector,
    leaf.canSendValue ? 'yes' : '',
    leaf.description,
  ])
  return printTable(columns, rows, ink)
}

/** Prints everything about one leaf. */
export function printLeaf({ position, leaf }: Slot, ink: Ink): readonly string[] {
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
    ink,
  )
}
