# A curator takes a permission out of a tree, as the command line was: 9 commands, 3 of them refused, one that
# wrote over the edited definition without a word, and one that was to write a batch, wrote none and said yes.
vaultwright tree # then 2, now 0
vaultwright definition infer tree.json --out vault.yaml # then 2, now 2
vaultwright definition infer tree.json --chain local --out vault.yaml # then 0, now 0
sed -i 's/actions: \[ borrow, repay,/actions: [ repay,/; /order: vault.order.json/d' vault.yaml
vaultwright definition check vault.yaml # then 0, now 0
vaultwright tree plan vault.yaml --current tree.json --safe roots.json # then 0, now 1
vaultwright definition infer tree.json --chain local --address 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --out vault.yaml # then 0, now 1
sed -i 's/actions: \[ borrow, repay,/actions: [ repay,/; /order: vault.order.json/d' vault.yaml
vaultwright tree plan vault.yaml --current tree.json --safe roots.json # then 0, now 1
vaultwright tree risk vault.yaml --since tree.json --chain local # then 2, now 3
vaultwright tree build vault.yaml --out new.json # then 0, now 0
