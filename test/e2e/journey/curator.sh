# A curator takes a permission out of a tree: 4 commands, none refused; before, 9, of which 3 were refused.
cat > vaultwright.yaml <<'END'
chain: local
definition: vault.yaml
strategist: main
END
vaultwright definition infer tree.json --address 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --out vault.yaml # now 0
sed -i 's/actions: \[ borrow, repay,/actions: [ repay,/; /order: vault.order.json/d' vault.yaml
vaultwright definition check # now 0
vaultwright tree plan --current tree.json --safe roots.json # now 0
vaultwright tree build --out new.json # now 0
