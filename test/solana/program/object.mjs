const relocatable = 1
const bpfMachine = 247
const kinds = { symbols: 2, relocationsWithAddend: 4, zeros: 8, relocations: 9 }

/**
 * Reads an object file that clang made for BPF: its sections with their data, its symbols, and its
 * relocations by the section that they change.
 */
export function readObject(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const isObject =
    view.getUint32(0) === 0x7f454c46 &&
    view.getUint16(16, true) === relocatable &&
    view.getUint16(18, true) === bpfMachine
  if (!isObject)
    throw new Error('This is not an object file for BPF. Compile with -target bpfel -c.')
  const sections = readSections(file, view)
  const symbols = readSymbols(sections)
  return { sections, symbols, relocations: readRelocations(sections, symbols) }
}

function readSections(file, view) {
  const table = Number(view.getBigUint64(40, true))
  const count = view.getUint16(60, true)
  const sections = Array.from({ length: count }, (_, index) => {
    const start = table + index * 64
    const word = (offset) => view.getUint32(start + offset, true)
    const long = (offset) => Number(view.getBigUint64(start + offset, true))
    const [type, size, from] = [word(4), long(32), long(24)]
    const data =
      type === kinds.zeros ? Buffer.alloc(size) : Buffer.from(file.subarray(from, from + size))
    const flags = long(8)
    return {
      index,
      nameOffset: word(0),
      type,
      isWritable: (flags & 1) !== 0,
      isLoaded: (flags & 2) !== 0,
      isCode: (flags & 4) !== 0,
      size,
      link: word(40),
      info: word(44),
      alignment: long(48) || 1,
      data,
      address: 0,
    }
  })
  const names = sections[view.getUint16(62, true)].data
  return sections.map((section) =>
    Object.assign(section, { name: textIn(names, section.nameOffset) }),
  )
}

function readSymbols(sections) {
  const table = sections.find(({ type }) => type === kinds.symbols)
  const names = sections[table.link].data
  return Array.from({ length: table.size / 24 }, (_, index) => {
    const entry = table.data.subarray(index * 24, index * 24 + 24)
    return {
      name: textIn(names, entry.readUInt32LE(0)),
      // 0 is what the object does not define.
      section: entry.readUInt16LE(6),
      value: Number(entry.readBigUInt64LE(8)),
    }
  })
}

function readRelocations(sections, symbols) {
  return sections
    .filter(({ type }) => type === kinds.relocations || type === kinds.relocationsWithAddend)
    .flatMap(({ type, info, size, data }) => {
      const step = type === kinds.relocationsWithAddend ? 24 : 16
      const target = sections[info]
      if (!target.isLoaded) return []
      return Array.from({ length: size / step }, (_, index) => {
        const what = data.readBigUInt64LE(index * step + 8)
        return {
          target,
          offset: Number(data.readBigUInt64LE(index * step)),
          type: Number(what & 0xffffffffn),
          symbol: symbols[Number(what >> 32n)],
        }
      })
    })
}

function textIn(bytes, start) {
  return bytes.toString('latin1', start, bytes.indexOf(0, start))
}
