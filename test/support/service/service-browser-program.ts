import { execFile } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { type BrowserServer, chromium } from 'playwright-core'
import { cacheFolder } from './debian-program.ts'
import { endWithRun } from './service-process.ts'

/** A browser program, and what it must find in its environment. */
type Program = { readonly command: string; readonly env: Readonly<Record<string, string>> }

const execFileAsync = promisify(execFile)
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const system = '/usr/bin/chromium'

/**
 * Starts Chromium without a window, for all who connect to it: the program of `CHROMIUM_PATH`, else the one
 * that npm installed, else the machine's own. It ends with this process.
 *
 * @throws {Error} when there is none, or it does not start.
 */
export async function startBrowser(): Promise<BrowserServer> {
  endWithRun()
  const named = process.env.CHROMIUM_PATH
  if (named) return launch({ command: named, env: {} })
  try {
    return await launch(await packagedProgram())
  } catch (cause) {
    if (!existsSync(system)) throw cause
    return launch({ command: system, env: {} })
  }
}

function launch({ command, env }: Program): Promise<BrowserServer> {
  return chromium.launchServer({
    executablePath: command,
    host: '127.0.0.1',
    args: flags,
    env: { ...process.env, ...env },
  })
}

/**
 * Unpacks the Chromium that npm installed, once, with the libraries and the font that it brings.
 *
 * @throws {Error} on a machine that it is not made for.
 */
export async function packagedProgram(): Promise<Program> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('There is no packaged Chromium for this machine. Set CHROMIUM_PATH.')
  const source = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const home = join(cacheFolder, `chromium-${version}`)
  if (!existsSync(home)) await unpack(join(source, 'bin'), home)
  return {
    command: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'lib'), FONTCONFIG_FILE: join(home, 'fonts.conf') },
  }
}

// Several runs may do this at once: each unpacks beside, and the first that is ready is kept.
async function unpack(bin: string, home: string): Promise<void> {
  mkdirSync(cacheFolder, { recursive: true })
  const draft = mkdtempSync(join(cacheFolder, 'chromium-draft-'))
  const unpacked = (name: string) =>
    [createReadStream(join(bin, name)), createBrotliDecompress()] as const
  try {
    const file = createWriteStream(join(draft, 'chromium'), { mode: 0o755 })
    await pipeline(...unpacked('chromium.br'), file)
    for (const name of ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) {
      // To a file first: tar stops reading at the archive's end, and a pipe would break there.
      const archive = join(draft, 'archive.tar')
      await pipeline(...unpacked(name), createWriteStream(archive))
      await execFileAsync('tar', ['-xf', archive, '-C', draft, '--no-same-owner'])
      rmSync(archive)
    }
    writeFileSync(join(draft, 'fonts.conf'), fontsAt(home))
    renameSync(draft, home)
  } catch (cause) {
    if (!existsSync(home)) throw cause
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function fontsAt(home: string): string {
  const folders = [join(home, 'fonts'), '/usr/share/fonts'].map((path) => `<dir>${path}</dir>`)
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>${folders.join('')}<cachedir>${join(home, 'fonts-cache')}</cachedir></fontconfig>
`
}
