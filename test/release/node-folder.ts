import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

type NodeFolder = {
  readonly version: string
  readonly platforms: readonly string[]
  /** A real program for the platform of this machine; others are made up. */
  readonly real?: { readonly platform: string; readonly program: string }
}

/** A folder as one has it who downloaded the publisher's archives of Node, with made-up programs. */
export function writeNodeFolder(folder: string, { version, platforms, real }: NodeFolder): void {
  mkdirSync(folder, { recursive: true })
  for (const platform of platforms) {
    const top = `node-v${version}-${platform}`
    const licence = `licence of ${top}\n`
    if (platform.startsWith('win')) {
      const entries = { [`${top}/node.exe`]: madeUp(platform), [`${top}/LICENSE`]: licence }
      writeFileSync(join(folder, `${top}.zip`), zip(entries))
      continue
    }
    const draft = mkdtempSync(join(tmpdir(), 'vaultwright-node-'))
    mkdirSync(join(draft, top, 'bin'), { recursive: true })
    writeFileSync(join(draft, top, 'LICENSE'), licence)
    const program = join(draft, top, 'bin/node')
    if (real?.platform === platform) cpSync(real.program, program, { dereference: true })
    else writeFileSync(program, madeUp(platform))
    const words = ['-cJf', join(folder, `${top}.tar.xz`), '-C', draft, top]
    // A fast compression: the real program has a hundred megabytes.
    const { status, stderr } = spawnSync('tar', words, { env: { ...process.env, XZ_OPT: '-0' } })
    if (status !== 0) throw new Error(`tar ended with ${status}: ${stderr}`)
    rmSync(draft, { recursive: true })
  }
  writeDigestList(folder, { version, platforms })
}

/** The publisher's list, which has more files than the archives. */
export function writeDigestList(folder: string, { version, platforms }: NodeFolder): void {
  const lines = platforms
    .map((platform) => archiveName(version, platform))
    .map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`)
  const headersLine = `${sha256(Buffer.from('headers'))}  node-v${version}-headers.tar.gz\n`
  const windows = `${sha256(Buffer.from('exe'))}  win-x64/node.exe\n`
  writeFileSync(join(folder, 'SHASUMS256.txt'), [headersLine, ...lines, windows].join(''))
}

export const archiveName = (version: string, platform: string) =>
  `node-v${version}-${platform}.${platform.startsWith('win') ? 'zip' : 'tar.xz'}`

export const madeUp = (platform: string) => `program for ${platform}\n`

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A ZIP file whose entries are stored as they are. */
function zip(entries: Readonly<Record<string, string>>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(entries)) {
    const [name, body] = [Buffer.from(path), Buffer.from(text)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(33, 8)
    common.writeUInt32LE(crc32(body), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(body.length, 18)
    common.writeUInt16LE(name.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, body])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const bytes = Buffer.from([20, 0])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), bytes, common, place, name]))
    files.push(file)
    offset += file.length
  }
  const end = Buffer.alloc(18)
  const count = Object.keys(entries).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), end])
}
