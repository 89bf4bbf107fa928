/** A family of commands, by the noun they share. */
export const families = {
  tree: 'Tree files: check, look into, compare, convert, prove, build, plan, push',
  definition: 'Vault definitions: permissions as code',
  actions: 'What a tree lets its strategist do',
  action: 'Actions as calldata',
  calldata: 'Manager calldata: encode, decode, verify, explain',
  decoder: 'Deployed decoders, held against the rules',
  leaf: 'Single leaves',
  db: 'The database of the API: migrate, look, back up, restore',
  tenant: 'Tenants of the API',
  user: 'Users of a tenant and their roles',
  key: 'API keys of users',
  vault: 'Vaults of a tenant',
  index: 'Index vaults: readings, snapshots, yield, and their receipts',
  audit: 'Who administered what',
  dev: 'A chain and a service to try things on',
} as const
