// Links one object file of clang for BPF to a program that Solana's loader takes. Addresses of data are
// resolved here; calls of the runtime stay as relocations, which the loader resolves by name.
//   node link.mjs vault.o vault.so
import { readFileSync, writeFileSync } from 'node:fs'
import { align, dynamicTables, firstAddress, writeImage } from './image.mjs'
import { readObject } from './object.mjs'

/** The loader maps byte x of the file to this address plus x. */
const constantsBase = 0x1_0000_0000n
/** Types of relocations: an address in code, an address in data, a call. */
const types = { addressInCode: 1, addressInData: 2, call: 10 }

export function link(file) {
  const { sections, symbols, relocations } = readObject(file)
  const code = sections.find(({ name }) => name === '.text')
  assertLinkable(sections, code)
  const parts = sections.filter(
    (section) => section.type === 1 && section.isLoaded && !section.isCode && section.size > 0,
  )
  const constants = arrange(code, parts)
  const { imports, calls } = resolve({ sections, relocations, code })
  const entry = symbols.find(({ name, section }) => name === 'entrypoint' && section === code.index)
  if (entry === undefined) throw new Error('The object has no function "entrypoint".')
  const tables = dynamicTables(imports, calls)
  return writeImage({ code, constants, entry: code.address + entry.value, tables })
}

function assertLinkable(sections, code) {
  const writable = sections.find((part) => part.isLoaded && part.isWritable && part.size > 0)
  if (writable !== undefined)
    throw new Error(`${writable.name} is writable: programs have no such data.`)
  const second = sections.find((part) => part.isCode && part !== code && part.size > 0)
  if (second !== undefined) throw new Error(`${second.name} is a second section of code.`)
}

/** Code first, then all constants in one range. */
function arrange(code, parts) {
  code.address = align(firstAddress, 8)
  const address = align(code.address + code.size, 16)
  let end = address
  for (const part of parts) {
    part.address = align(end, part.alignment)
    end = part.address + part.size
  }
  return { address, size: end - address, parts }
}

function resolve({ sections, relocations, code }) {
  const imports = new Map()
  const calls = []
  for (const relocation of relocations) {
    const { target, type, symbol, offset } = relocation
    const home = symbol.section === 0 ? null : sections[symbol.section]
    if (target === code && type === types.call && home === null) {
      if (!imports.has(symbol.name)) imports.set(symbol.name, imports.size + 1)
      code.data.writeInt32LE(-1, offset + 4)
      code.data[offset + 1] &= 0x0f
      calls.push({ address: code.address + offset, symbol: imports.get(symbol.name) })
    } else if (home === null) {
      throw new Error(`${symbol.name} is not defined.`)
    } else {
      resolveInside(relocation, home, code)
    }
  }
  return { imports, calls }
}

function resolveInside({ target, type, symbol, offset }, home, code) {
  const { data } = target
  const base = constantsBase + BigInt(home.address + symbol.value)
  if (target === code && type === types.addressInCode) {
    const addend =
      (BigInt(data.readUInt32LE(offset + 12)) << 32n) | BigInt(data.readUInt32LE(offset + 4))
    data.writeUInt32LE(Number((base + addend) & 0xffffffffn), offset + 4)
    data.writeUInt32LE(Number((base + addend) >> 32n), offset + 12)
  } else if (target === code && type === types.call) {
    const callee = symbol.value / 8 + data.readInt32LE(offset + 4) + 1
    data.writeInt32LE(callee - (offset / 8 + 1), offset + 4)
  } else if (target !== code && type === types.addressInData) {
    data.writeBigUInt64LE(base + data.readBigUInt64LE(offset), offset)
  } else {
    throw new Error(`A relocation of type ${type} in ${target.name} is not supported.`)
  }
}

if (process.argv[1]?.endsWith('link.mjs')) {
  const [, , from, to] = process.argv
  writeFileSync(to, link(readFileSync(from)))
}
