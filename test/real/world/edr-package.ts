import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takePackage } from '../package/package-store.ts'

/** A folder of packages with EDR in it, as npm installs it, or why there is none. */
export type InstalledEdr = { readonly modules: string } | { readonly missing: string }

/** Installs EDR into a folder of its own. */
export async function installEdr(): Promise<InstalledEdr> {
  const entry = await takePackage('@nomicfoundation/edr')
  const native = await takePackage('@nomicfoundation/edr-linux-x64-gnu')
  if ('missing' in entry) return entry
  if ('missing' in native) return native
  const modules = join(mkdtempSync(join(tmpdir(), 'vaultwright-edr-')), 'node_modules')
  mkdirSync(join(modules, '@nomicfoundation'), { recursive: true })
  // A link would make Node look for the native part beside where the files are kept.
  cpSync(entry.folder, join(modules, '@nomicfoundation/edr'), { recursive: true })
  symlinkSync(native.folder, join(modules, '@nomicfoundation/edr-linux-x64-gnu'))
  return { modules }
}
