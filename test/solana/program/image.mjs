const headerSize = 64
const programHeaderSize = 56
const sectionHeaderSize = 64
const programHeaders = 3
const sharedObject = 3
const bpfMachine = 247
const load = 1
const dynamic = 2

/** The address of the code in a file: behind the header and the description of the segments. */
export const firstAddress = headerSize + programHeaders * programHeaderSize

export const align = (offset, unit) => Math.ceil(offset / unit) * unit

/** Tables by which the loader finds the runtime's functions. */
export function dynamicTables(imports, calls) {
  const names = [...imports.keys()]
  const strings = Buffer.from(`\0${names.map((name) => `${name}\0`).join('')}`)
  const symbols = Buffer.alloc(24 * (names.length + 1))
  names.forEach((name, index) => {
    symbols.writeUInt32LE(strings.indexOf(`\0${name}\0`) + 1, 24 * (index + 1))
    symbols[24 * (index + 1) + 4] = 0x10 // global
  })
  const relocations = Buffer.alloc(16 * calls.length)
  calls.forEach(({ address, symbol }, index) => {
    relocations.writeBigUInt64LE(BigInt(address), 16 * index)
    relocations.writeBigUInt64LE((BigInt(symbol) << 32n) | 10n, 16 * index + 8)
  })
  return { strings, symbols, relocations }
}

/**
 * Writes the file that the loader accepts: code, constants, the dynamic tables, and the headers of all.
 * Its flags are 0: version 0 of the machine.
 */
export function writeImage({ code, constants, entry, tables }) {
  let end = constants.address + constants.size
  const place = (data, unit = 8) => {
    const start = align(end, unit)
    end = start + data.length
    return { start, data }
  }
  const directory = place(Buffer.alloc(7 * 16))
  const symbols = place(tables.symbols)
  const strings = place(tables.strings, 1)
  const relocations = place(tables.relocations)
  const entries = [
    [0x12, relocations.data.length], // size of the relocations
    [0x11, relocations.start],
    [0x13, 16], // size of each
    [6, symbols.start],
    [5, strings.start],
    [10, strings.data.length],
    [0, 0],
  ]
  entries.flat().forEach((value, index) => {
    directory.data.writeBigUInt64LE(BigInt(value), 8 * index)
  })
  const loadedEnd = end
  const names = ['', '.text', '.rodata', '.dynamic', '.dynsym', '.dynstr', '.rel.dyn', '.shstrtab']
  const nameText = Buffer.from(names.map((name) => `${name}\0`).join(''))
  const labels = place(nameText, 1)
  const table = align(end, 8)
  const file = Buffer.alloc(table + names.length * sectionHeaderSize)
  code.data.copy(file, code.address)
  for (const { data, address } of constants.parts) data.copy(file, address)
  for (const { data, start } of [directory, symbols, strings, relocations, labels]) {
    data.copy(file, start)
  }
  writeHeader(file, { entry, table, sections: names.length })
  const segments = [
    { type: load, flags: 5, start: code.address, size: code.data.length },
    { type: load, flags: 4, start: constants.address, size: loadedEnd - constants.address },
    { type: dynamic, flags: 4, start: directory.start, size: directory.data.length },
  ]
  segments.forEach((segment, index) => {
    writeSegment(file, headerSize + index * programHeaderSize, segment)
  })
  const ranges = [
    { type: 1, flags: 6, start: code.address, size: code.data.length, unit: 8 },
    { type: 1, flags: 2, start: constants.address, size: constants.size, unit: 16 },
    { type: 6, flags: 2, ...rangeOf(directory), link: 5, width: 16 },
    { type: 11, flags: 2, ...rangeOf(symbols), link: 5, info: 1, width: 24 },
    { type: 3, flags: 2, ...rangeOf(strings) },
    { type: 9, flags: 2, ...rangeOf(relocations), link: 4, width: 16 },
    { type: 3, flags: 0, ...rangeOf(labels), unit: 1, isUnloaded: true },
  ]
  ranges.forEach((range, index) => {
    const name = nameText.indexOf(`\0${names[index + 1]}\0`) + 1
    writeSection(file, table + (index + 1) * sectionHeaderSize, { name, ...range })
  })
  return file
}

const rangeOf = ({ start, data }) => ({ start, size: data.length })

function writeHeader(file, { entry, table, sections }) {
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])
  file.writeUInt16LE(sharedObject, 16)
  file.writeUInt16LE(bpfMachine, 18)
  file.writeUInt32LE(1, 20)
  file.writeBigUInt64LE(BigInt(entry), 24)
  file.writeBigUInt64LE(BigInt(headerSize), 32)
  file.writeBigUInt64LE(BigInt(table), 40)
  const sizes = [headerSize, programHeaderSize, programHeaders, sectionHeaderSize, sections]
  for (const [index, value] of [...sizes, sections - 1].entries()) {
    file.writeUInt16LE(value, 52 + 2 * index)
  }
}

function writeSegment(file, base, { type, flags, start, size }) {
  file.writeUInt32LE(type, base)
  file.writeUInt32LE(flags, base + 4)
  for (const offset of [8, 16, 24]) file.writeBigUInt64LE(BigInt(start), base + offset)
  for (const offset of [32, 40]) file.writeBigUInt64LE(BigInt(size), base + offset)
  file.writeBigUInt64LE(8n, base + 48)
}

function writeSection(file, base, section) {
  const { name, type, flags, start, size, link = 0, info = 0, unit = 8, width = 0 } = section
  const address = section.isUnloaded ? 0 : start
  file.writeUInt32LE(name, base)
  file.writeUInt32LE(type, base + 4)
  const longs = [
    [8, flags],
    [16, address],
    [24, start],
    [32, size],
    [48, unit],
    [56, width],
  ]
  for (const [offset, value] of longs) file.writeBigUInt64LE(BigInt(value), base + offset)
  file.writeUInt32LE(link, base + 40)
  file.writeUInt32LE(info, base + 44)
}
