// Sends packs to a registry: each once, in the order of their needs, and again after a failure without harm.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Says what would be published, a line a pack.
 *
 * @param registry - its address.
 */
export function publishPlan(packs, { version, registry, env }) {
  const proof = canProve(env)
    ? 'with a provenance statement of this build'
    : 'without a provenance statement: only a build of a service that signs for it has one'
  return [
    `${packs.length} packages of version ${version} to ${registry}, public, ${proof}:`,
    ...packs.map(
      ({ name, size, integrity }) => `  ${name}@${version}  ${size} bytes  ${integrity}`,
    ),
  ]
}

/**
 * Publishes what is not there yet.
 *
 * @param token - of a person or of a service, for this registry.
 * @returns a line a pack.
 * @throws {Error} for a version that is there with other bytes, or that the registry refuses.
 */
export async function publishAll(packs, { version, registry, token, env }) {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-publish-'))
  const userconfig = join(folder, 'npmrc')
  const host = registry.replace(/^https?:/, '').replace(/\/?$/, '/')
  // The token stays in the environment: npm reads it from there.
  writeFileSync(userconfig, `${host}:_authToken=\${NODE_AUTH_TOKEN}\n`)
  const options = ['--registry', registry, '--userconfig', userconfig, '--loglevel=error']
  const npm = (words) =>
    ended('npm', [...words, ...options], {
      cwd: folder,
      env: { ...env, NODE_AUTH_TOKEN: token, npm_config_workspaces: 'false' },
    })
  try {
    const lines = []
    for (const pack of packs) lines.push(await publishOnce(pack, { version, npm, env }))
    return lines
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function publishOnce({ name, file, integrity }, { version, npm, env }) {
  const shown = await npm(['view', `${name}@${version}`, 'dist.integrity', '--json'])
  const published =
    shown.status === 0 && shown.stdout.trim() !== '' ? JSON.parse(shown.stdout) : null
  if (published === integrity) return `there       ${name}@${version}`
  if (typeof published === 'string')
    throw new Error(
      `${name}@${version} is in the registry with other bytes (${published}). Release a later version.`,
    )
  const proof = canProve(env) ? ['--provenance'] : []
  const { status, stderr } = await npm(['publish', file, '--access', 'public', ...proof])
  if (status !== 0)
    throw new Error(`The registry does not take ${name}@${version}: ${stderr.trim()}`)
  return `published   ${name}@${version}`
}

/** A build service that signs for its builds gives this address. */
function canProve(env) {
  return env.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined
}

function ended(command, words, options) {
  const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (text) => {
      texts[name] += text
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, ...texts }))
  })
}
