import { randomBytes } from 'node:crypto'
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
  /** What every key of the caller begins with, `test-1f…:`. */
  readonly prefix: string
  /** Deletes the keys that begin so. */
  readonly drop: () => Promise<void>
}

/**
 * Makes an empty database with a name of its own: on the server of `TEST_DATABASE_URL`, else on
 * one that is started for the run when first asked for.
 */
export async function openDatabase(): Promise<Database> {
  const { url } = await askServiceBroker('postgres')
  const name = makeName()
  await ask(url, `create database "${name}" template template0`)
  return {
    url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    drop: () => ask(url, `drop database if exists "${name}" with (force)`),
  }
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
