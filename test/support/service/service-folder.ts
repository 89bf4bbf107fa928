import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from './service-process.ts'

/** A folder for the temporary files of a run, deleted at its end. */
export type RunFolder = { readonly path: string; readonly close: () => void }

const memory = '/dev/shm'
const name = 'vaultwright-run-'
/** The minimum free memory of a run; below it, its temporary files go to the disk. */
const minimumBytes = 4e9

/**
 * Makes a folder in memory: what tests write there is thrown away, and writing it to a disk takes time.
 *
 * @returns null where there is no such memory, too little of it, or where programs in it do not run.
 */
export function openMemoryFolder(): RunFolder | null {
  if (process.platform !== 'linux') return null
  let path: string | null = null
  try {
    sweep()
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < minimumBytes) return null
    path = mkdtempSync(join(memory, `${name}${process.pid}-`))
    // PostgreSQL runs as another user.
    chmodSync(path, 0o755)
    if (runsProgramsIn(path)) return { path, close: () => removeFolder(path!) }
  } catch {
    // Without such memory, or without the right to write to it.
  }
  if (path !== null) removeFolder(path)
  return null
}

/** Tests start programs that they install or copy; containers often mount this memory without that right. */
function runsProgramsIn(folder: string): boolean {
  const program = join(folder, 'probe')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

/** Deletes what runs left that were killed. */
function sweep(): void {
  for (const entry of readdirSync(memory)) {
    const [, pid] = new RegExp(`^${name}(\\d+)-`).exec(entry) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) removeFolder(join(memory, entry))
  }
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 })
}
