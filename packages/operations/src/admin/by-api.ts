import type { Hex } from '@vaultwright/base'
import type { Client } from '@vaultwright/client'
import { parseAddress } from '@vaultwright/merkle'
import { parseSvmAddress } from '@vaultwright/svm'
import type {
  ApiKeyData,
  AuditData,
  TreePushData,
  UserData,
  VaultDetail,
  VaultSummary,
} from '@vaultwright/wire'
import type {
  Admin,
  AdminAct,
  AdminKey,
  AdminSvmVault,
  AdminUser,
  AdminVault,
  AdminVaultDetail,
} from './admin.ts'

/** Administers a tenant by an API, with the key of one of its admins. */
export function adminByApi(client: Client): Admin {
  const listUsers = async () => (await client.listUsers()).data.map(userOf)
  /** Passes the text on if it names no user: the API knows the answer. */
  const idOf = async (user: string) => {
    const users = await listUsers()
    const match = users.find(({ id }) => id === user) ?? users.find(({ name }) => name === user)
    return match?.id ?? user
  }
  return {
    createUser: async (user) => userOf((await client.createUser(user)).data),
    listUsers,
    deactivateUser: async (user) =>
      userOf((await client.deactivateUser({ user_id: await idOf(user) })).data),
    createKey: async ({ user, description, ratePerMinute }) => {
      const user_id = await idOf(user)
      const draft = { user_id, description, rate_per_minute: ratePerMinute }
      const { data } = await client.createKey(draft)
      return { key: keyOf(data), text: data.key }
    },
    listKeys: async () => (await client.listKeys()).data.map(keyOf),
    revokeKey: async (id) => keyOf((await client.revokeKey({ key_id: id })).data),
    putVault: async ({ text, lockText }) =>
      detailOf((await client.putVault({ definition: text, lock: lockText })).data),
    listVaults: async () => {
      const vaults: AdminVault[] = []
      for await (const vault of client.vaults({ page_size: 100 })) {
        if (!isOfSolana(vault)) vaults.push(vaultOf(vault))
      }
      return vaults
    },
    putSvmVault: async ({ text }) =>
      svmVaultOf((await client.putVault({ definition: text, lock: null })).data),
    listSvmVaults: async () => {
      const vaults: AdminSvmVault[] = []
      for await (const { chains, vault_address } of client.vaults({ page_size: 100 })) {
        if (!isOfSolana({ chains })) continue
        const { data } = await client.getVault({ chain: solana, vault_address })
        vaults.push(svmVaultOf(data))
      }
      return vaults
    },
    readVault: async ({ chain, vault }) =>
      detailOf((await client.getVault({ chain, vault_address: vault })).data),
    pushTree: async ({ chain, vault, strategist, text }) => {
      const place = { chain, vault_address: vault, strategist_address: strategist }
      return pushedOf((await client.pushTree({ ...place, tree: text() })).data)
    },
    listAudit: async (limit) => {
      const acts: AdminAct[] = []
      if (limit === 0) return acts
      for await (const act of client.audit({ page_size: Math.min(limit, 100) })) {
        if (acts.push(actOf(act)) === limit) break
      }
      return acts
    },
    close: async () => {},
  }
}

function userOf({ id, name, role, active, created_at, deactivated_at }: UserData): AdminUser {
  return {
    id,
    name,
    role,
    isActive: active,
    createdAtUnix: unixOf(created_at),
    deactivatedAtUnix: unixOrNull(deactivated_at),
  }
}

function keyOf(key: ApiKeyData): AdminKey {
  return {
    id: key.id,
    userId: key.user_id,
    description: key.description,
    prefix: key.prefix,
    lastFour: key.last_four,
    ratePerMinute: key.rate_per_minute,
    createdAtUnix: unixOf(key.created_at),
    lastUsedAtUnix: unixOrNull(key.last_used_at),
    revokedAtUnix: unixOrNull(key.revoked_at),
  }
}

const solana = 'solana'

function isOfSolana({ chains }: Pick<VaultSummary, 'chains'>): boolean {
  return chains.includes(solana)
}

/** The interface has the program of a Solana vault where others have their Manager. */
function svmVaultOf({ vault_address, name, status, deployments }: VaultDetail): AdminSvmVault {
  const [deployment] = deployments
  return {
    address: parseSvmAddress(vault_address),
    name,
    status: status as AdminSvmVault['status'],
    program: parseSvmAddress(deployment?.manager ?? ''),
    vaultId: BigInt(deployment?.vault_id ?? 0),
  }
}

function vaultOf(vault: VaultSummary): AdminVault {
  return {
    address: parseAddress(vault.vault_address),
    name: vault.name,
    chains: vault.chains,
    status: vault.status as AdminVault['status'],
    deployedAtUnix: unixOrNull(vault.deployed_at),
  }
}

function detailOf(vault: VaultDetail): AdminVaultDetail {
  const deployments = vault.deployments.map((one) => ({
    chain: one.chain,
    manager: parseAddress(one.manager),
    accountant: one.accountant === null ? null : parseAddress(one.accountant),
    teller: one.teller === null ? null : parseAddress(one.teller),
    strategists: one.strategists.map(({ name, address }) => ({
      name,
      address: parseAddress(address),
    })),
  }))
  return { ...vaultOf(vault), deployments }
}

function pushedOf({ root_hash, state, new_tree, new_root, differences }: TreePushData) {
  return {
    root: root_hash as Hex,
    state,
    isNewTree: new_tree,
    isNewRoot: new_root,
    differences,
  }
}

function actOf({ id, at: atUnix, actor, act, subject, details }: AuditData): AdminAct {
  return {
    id,
    atUnix: unixOf(atUnix),
    actor,
    act,
    subject,
    details: details as AdminAct['details'],
  }
}

function unixOf(time: string): bigint {
  return BigInt(Math.floor(Date.parse(time) / 1000))
}

function unixOrNull(time: string | null): bigint | null {
  return time === null ? null : unixOf(time)
}
