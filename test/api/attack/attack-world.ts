import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@vaultwright/store'
import { localEth, localManifest, main, seedLocalVault } from '../support/builder-world.ts'
import { makeKey, testActor } from '../support/harness.ts'

/** The facts about a store that attackers and readers need. */
export type AttackPlaces = {
  /** Of the attackers, each of a tenant of its own. */
  readonly keys: readonly string[]
  /** Of a tenant that only reads. */
  readonly otherKey: string
  readonly vault: string
  readonly manager: string
  readonly strategist: string
  /** A token that the strategist may supply. */
  readonly asset: string
}

/** A store of four attackers and one that must notice nothing. */
export type AttackWorld = {
  readonly databaseUrl: string
  readonly places: AttackPlaces
  /** Removes it from the disk. */
  readonly close: () => void
}

// The limit of a key is what the suite keeps to by itself: each case begins with a minute of its own.
const attacker = { name: 'attacker', role: 'admin', ratePerMinute: 1_000 } as const
const reader = { name: 'reader', role: 'strategist', ratePerMinute: 1_000_000 } as const

/** Fills the store apart from the service, whose memory is measured. */
export async function openAttackWorld(): Promise<AttackWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-attack-'))
  const databaseUrl = `sqlite:${join(folder, 'store.db')}`
  const store = await openStore(databaseUrl, { migrate: true })
  const keys: string[] = []
  for (let index = 0; index < 4; index++) {
    const { id } = await store.tenants.create({ name: `attacker-${index}` }, testActor)
    await seedLocalVault(store, id)
    keys.push((await makeKey(store, id, attacker)).text)
  }
  const otherTenant = await store.tenants.create({ name: 'other' }, testActor)
  await seedLocalVault(store, otherTenant.id)
  const otherKey = (await makeKey(store, otherTenant.id, reader)).text
  await store.close()
  return {
    databaseUrl,
    places: {
      keys,
      otherKey,
      vault: localEth.vault,
      manager: localEth.manager,
      strategist: main,
      asset: localManifest.contracts.WETH!,
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
