import { type CompiledRule, packArguments } from '@vaultwright/manager'
import { concat, type Hex, pad, size, slice } from 'viem'
import { encodeCall, type SentinelCall, setAt, valueAt } from '../sentinel.ts'
import { soundCallOf } from './rule-input.ts'

/** A call and the reads with which a rule packs certain entries. */
export type LeafCall = { readonly calldata: Hex; readonly reads: Readonly<Record<string, string>> }

const zero = `0x${'00'.repeat(20)}` as Hex

/**
 * Makes a call that a rule packs to the entries of a leaf.
 *
 * @param rule - of the leaf's function.
 * @param entries - the leaf's arguments without a drone's target.
 * @returns the call with the reads it needs; null when the rule packs no such entries.
 */
export function callOfLeaf(rule: CompiledRule, entries: readonly Hex[]): LeafCall | null {
  for (const call of shapesOf(rule, entries.length)) {
    const labels = labelsOf(rule, call)
    if (labels.length !== entries.length) continue
    const reads: Record<string, string> = {}
    labels.forEach((label, index) => {
      setEntry(call, reads, { label, entry: entries[index] ?? zero })
    })
    const calldata = encodeCall(call)
    const outcome = packArguments(rule, calldata, reads)
    if (outcome.ok && outcome.packed === concat(['0x', ...entries]).toLowerCase()) {
      return { calldata, reads }
    }
  }
  return null
}

/** Gives the sound call of a rule, and variants of it with longer lists or without limit orders. */
function shapesOf(rule: CompiledRule, count: number): readonly SentinelCall[] {
  const sound = () => soundCallOf(rule.decoders[0] ?? '', rule.rule.signature)
  const shapes = [sound()]
  const { signature } = rule.rule
  if (signature.includes('bytes path')) {
    const call = sound()
    const path = valueAt(call, 'params.path') as Hex
    const step = size(path) % 23 === 20 ? 23 : 20
    setAt(call, 'params.path', slice(path, 0, 20 + step * (count - 2)))
    shapes.push(call)
  }
  if (signature.includes('limitRouter')) {
    const call = sound()
    setAt(call, 'limit.limitRouter', zero)
    shapes.push(call)
  }
  for (const [, name] of signature.matchAll(/\w+\[\] (\w+)/g)) {
    const path = signature.includes(' req)') ? `req.${name}` : `${name}`
    for (let length = 0; length <= count; length++) {
      const call = sound()
      try {
        const first = valueAt(call, `${path}[0]`)
        setAt(
          call,
          path,
          Array.from({ length }, () => first),
        )
        shapes.push(call)
      } catch {
        break
      }
    }
  }
  return shapes
}

function labelsOf(rule: CompiledRule, call: SentinelCall): readonly string[] {
  const reads: Record<string, string> = {}
  for (;;) {
    const outcome = packArguments(rule, encodeCall(call), reads)
    if (outcome.ok) return outcome.entries.map(({ label }) => label)
    if (outcome.reason !== 'needs_reads') return []
    for (const { key } of outcome.reads) reads[key] = zero
  }
}

type LabelledEntry = { readonly label: string; readonly entry: Hex }

/** Puts an entry where its label says it comes from. */
function setEntry(call: SentinelCall, reads: Record<string, string>, placed: LabelledEntry): void {
  const { label, entry } = placed
  const [, name = '', path = '', tail = ''] = /^(\w+)\((.*)\)(.*)$/.exec(label) ?? []
  const step = /^path\(params\.path\)\[(\d+)\]/.exec(label)
  if (step !== null) {
    const old = valueAt(call, 'params.path') as Hex
    const offset = Number(step[1]) * (size(old) % 23 === 20 ? 23 : 20)
    const parts = [offset === 0 ? '0x' : slice(old, 0, offset), entry]
    if (offset + 20 < size(old)) parts.push(slice(old, offset + 20))
    setAt(call, 'params.path', concat(parts as Hex[]))
  } else if (name === 'uint160') {
    const old = valueAt(call, path)
    setAt(call, path, typeof old === 'number' ? Number(entry) : BigInt(entry))
  } else if (name === 'low20' || name === 'abi') setAt(call, path, pad(entry))
  else if (name === 'first20') setAt(call, path, pad(entry, { dir: 'right' }))
  else if (name === 'hi16' || name === 'lo16') {
    const old = valueAt(call, path) as Hex
    const half = slice(entry, 0, 16)
    setAt(
      call,
      path,
      name === 'hi16' ? concat([half, slice(old, 16)]) : concat([slice(old, 0, 16), half]),
    )
  } else if (name !== '') {
    reads[`${name}(${path === '' ? '' : valueAt(call, path)})${tail}`] = entry
  } else if (label !== 'ZERO') setAt(call, label, entry)
}
