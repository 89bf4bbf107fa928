import type { Hex } from '@vaultwright/base'
import { type AbiTuple, parseAbiTuple, parseSignature } from '../abi/abi-type.ts'
import { selectorOf } from '../abi/selector.ts'
import type { Rule } from '../rule/rule.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'

/** Hints of rules at calldata that their decoder may accept. */
export type Hints = {
  /** Numbers that conditions compare with. */
  readonly numbers: readonly bigint[]
  /** The encodings that bytes hold, behind a selector or not. */
  readonly encodings: readonly { readonly selector: Hex | null; readonly type: AbiTuple }[]
  /** The sizes in bytes of the fields of packed records. */
  readonly layouts: readonly (readonly number[])[]
  /** True if the calldata is the byte-packed form of Odos. */
  readonly isCompact: boolean
}

/** Nothing is known. */
export const noHints: Hints = { numbers: [], encodings: [], layouts: [], isCompact: false }

/** Gathers hints from rules of one function. */
export function hintsOf(rules: readonly CompiledRule[]): Hints {
  const texts = rules.flatMap(({ wordings }) => wordings.flatMap(textsOf))
  const numbers = new Set<bigint>()
  const quoted = new Set<string>()
  for (const text of texts) {
    const bare = text.replace(/'([^']*)'/g, (_, inner: string) => {
      quoted.add(inner)
      return ''
    })
    for (const [number] of bare.matchAll(/(?<![\w$])(?:0x[0-9a-fA-F]+|\d+)(?![\w$])/g)) {
      numbers.add(BigInt(number))
    }
  }
  const encodings = [...quoted].filter((text) => /^\s*[\w$]*\(/.test(text)).map(encodingOf)
  const layouts = [...quoted].filter((text) => !/^\s*[\w$]*\(/.test(text)).map(layoutOf)
  const isCompact = texts.some((text) => text.includes('odosCompact'))
  return { numbers: [...numbers], encodings, layouts, isCompact }
}

function textsOf({ packs, checks, let: lets }: Rule): readonly string[] {
  return [packs, ...(checks ?? []), ...Object.values(lets ?? {})]
}

function encodingOf(text: string): Hints['encodings'][number] {
  if (text.trimStart().startsWith('(')) return { selector: null, type: parseAbiTuple(text) }
  const { canonical, inputs } = parseSignature(text)
  return { selector: selectorOf(canonical), type: inputs }
}

function layoutOf(text: string): readonly number[] {
  return parseAbiTuple(`(${text})`).fields.map(({ type }) => {
    const name = type.kind === 'word' ? type.name : 'address'
    if (name === 'address') return 20
    const size = Number(/\d+$/.exec(name)?.[0] ?? 8)
    return name.startsWith('bytes') ? size : size / 8
  })
}
