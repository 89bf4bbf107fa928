import { createHash, randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { askServiceBroker, type Missing } from './service-broker.ts'
import type { Service } from './service-process.ts'
import { startRedis } from './service-redis.ts'

/** A database of the caller's own on the PostgreSQL server of the run. */
export type Database = {
  readonly url: string
  /** Deletes it; connections that are still open are cut. */
  readonly drop: () => Promise<void>
}

/** A part of the run's Redis server that is the caller's own, by the prefix of its keys. */
export type Keyspace = {
  readonly url: string
  /** The prefix of every key of the caller, `test-1f…:`. */
  readonly prefix: string
  /** Deletes the keys that begin so. */
  readonly drop: () => Promise<void>
}

/** The filling of a database that others are copies of. */
export type Template = {
  /** Of its content: one template a run has it. */
  readonly name: string
  /** Fills it, and leaves no connection open. */
  readonly fill: (url: string) => Promise<unknown>
}

/**
 * Makes a database with a name of its own: on the server of `TEST_DATABASE_URL`, else on one that is
 * started for the run when first asked for.
 *
 * @param template - what is in it; it is filled once a run, and copied. Nothing when not given.
 */
export async function openDatabase(template?: Template): Promise<Database> {
  const { url } = await askServiceBroker('postgres')
  const name = makeName()
  const database = {
    url: urlOf(url, name),
    drop: () => ask(url, `drop database if exists "${name}" with (force)`),
  }
  if (isForeign()) {
    await ask(url, `create database "${name}" template template0`)
    await template?.fill(database.url)
    return database
  }
  const source = template === undefined ? 'template0' : await templateOf(url, template)
  // Without a log of every page, a copy costs half.
  await ask(url, `create database "${name}" template "${source}" strategy file_copy`)
  return database
}

const templates = new Map<string, Promise<string>>()

function templateOf(url: string, template: Template): Promise<string> {
  const pendingTemplate = templates.get(template.name) ?? makeTemplate(url, template)
  templates.set(template.name, pendingTemplate)
  return pendingTemplate
}

/** The first process of the run to get here fills it, and the others wait. */
async function makeTemplate(url: string, { name, fill }: Template): Promise<string> {
  const lock = createHash('sha256').update(name).digest().readInt32BE()
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      const draft = makeName()
      await client.query(`create database "${draft}" template template0`)
      await fill(urlOf(url, draft))
      await client.query(`alter database "${draft}" rename to "${name}"`)
    }
  } finally {
    await client.end()
  }
  return name
}

/** A server that outlives the run keeps nothing of it. */
function isForeign(): boolean {
  return Boolean(process.env.TEST_DATABASE_URL)
}

function urlOf(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/**
 * Makes a prefix for keys on the Redis server of `REDIS_URL`, else on one that is started for the
 * run when first asked for.
 *
 * @returns null where this machine can have no Redis; the run has said why.
 * @throws {Error} instead, where services are required (`CI` or `VAULTWRIGHT_REQUIRE_SERVICES`).
 */
export async function openKeyspace(): Promise<Keyspace | null> {
  const redis = await askServiceBroker('redis')
  if ('missing' in redis) return without(redis)
  const prefix = `${makeName()}:`
  return { url: redis.url, prefix, drop: () => deleteKeys(redis.url, prefix) }
}

/**
 * Starts a Redis server of the caller's own.
 *
 * It keeps nothing on disk: after `kill()` and `restart()` it is empty, unless the arguments say
 * otherwise.
 *
 * @param more - arguments beyond ours, `--appendonly`, `yes`.
 * @returns null where this machine can have no Redis; the run has said why.
 * @throws {Error} instead, where services are required (`CI` or `VAULTWRIGHT_REQUIRE_SERVICES`).
 */
export async function openRedis(more: readonly string[] = []): Promise<Service | null> {
  const program = await askServiceBroker('redisProgram')
  return 'missing' in program ? without(program) : startRedis(program, more)
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function deleteKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url)
  try {
    for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1000 }))
      if (keys.length > 0) await redis.unlink(...keys)
  } finally {
    redis.disconnect()
  }
}

function without({ missing }: Missing): null {
  const required = [process.env.VAULTWRIGHT_REQUIRE_SERVICES, process.env.CI].some(
    (value) => value !== undefined && !['', '0', 'false'].includes(value),
  )
  if (required) throw new Error(`Redis is required here, and ${missing}. Install redis-server.`)
  return null
}

function makeName(): string {
  return `test_${randomBytes(8).toString('hex')}`
}
