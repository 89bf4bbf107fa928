// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {RolesAuthority} from "../../src/auth/RolesAuthority.sol";
import {Manager} from "../../src/manager/Manager.sol";
import {Vault} from "../../src/vault/Vault.sol";
import {TestToken} from "../vault/TestToken.sol";
import {TestDecoder} from "./TestDecoder.sol";
import {TestLender} from "./TestLender.sol";
import {TestTarget} from "./TestTarget.sol";
import {Leaf, Tree} from "./Tree.sol";

/// @notice The arguments of one managed batch.
struct Batch {
    bytes32[][] proofs;
    address[] decoders;
    address[] targets;
    bytes[] data;
    uint256[] values;
}

/// @notice A vault with its Manager, roles numbered as deployments do, and a list of leafs.
abstract contract ManagerFixture is Test {
    uint8 internal constant MANAGER = 1;
    uint8 internal constant MINTER = 2;
    uint8 internal constant BURNER = 3;
    uint8 internal constant MANAGER_INTERNAL = 4;
    uint8 internal constant PAUSER = 5;
    uint8 internal constant STRATEGIST = 7;
    uint8 internal constant OWNER = 8;

    bytes4 internal constant MANAGE = 0x244b0f6a;
    bytes4 internal constant UNVERIFIED = 0xc0dcd1a7;

    address internal immutable OWNER_ACCOUNT = makeAddr("owner");
    address internal immutable PAUSER_ACCOUNT = makeAddr("pauser");
    address internal immutable STRATEGIST_ACCOUNT = makeAddr("strategist");
    address internal immutable ALICE = makeAddr("alice");

    Vault internal vault;
    Manager internal manager;
    RolesAuthority internal authority;
    TestDecoder internal decoder;
    TestTarget internal target;
    TestLender internal lender;
    TestToken internal token;
    bytes32[] internal digests;

    function setUp() public virtual {
        vault = new Vault(OWNER_ACCOUNT, "Vault share", "SHARE", 18);
        lender = new TestLender();
        manager = new Manager(OWNER_ACCOUNT, address(vault), address(lender));
        authority = new RolesAuthority(OWNER_ACCOUNT);
        decoder = new TestDecoder();
        target = new TestTarget(payable(vault));
        token = new TestToken();
        vm.deal(address(vault), 100 ether);
        token.mint(address(lender), 1_000_000 ether);

        vm.startPrank(OWNER_ACCOUNT);
        vault.setAuthority(address(authority));
        manager.setAuthority(address(authority));
        _grant(MANAGER, address(vault), 0xf6e715d0, address(manager));
        _grant(MANAGER, address(vault), 0x224d8703, address(manager));
        _grant(MINTER, address(vault), Vault.enter.selector, address(target));
        _grant(BURNER, address(vault), Vault.exit.selector, address(target));
        _grant(MANAGER_INTERNAL, address(manager), MANAGE, address(manager));
        _grant(PAUSER, address(manager), Manager.pause.selector, PAUSER_ACCOUNT);
        _grant(PAUSER, address(manager), Manager.unpause.selector, PAUSER_ACCOUNT);
        _grant(STRATEGIST, address(manager), MANAGE, STRATEGIST_ACCOUNT);
        vm.stopPrank();
    }

    function _grant(uint8 role, address where, bytes4 selector, address user) internal {
        authority.setRoleCapability(role, where, selector, true);
        authority.setUserRole(user, role, true);
    }

    function _leaf(bytes4 selector, bytes memory packed) internal view returns (Leaf memory) {
        return Leaf(address(decoder), address(target), false, selector, packed);
    }

    /// @dev Adds a leaf and sets the root of all leafs so far for the strategist.
    function _allow(Leaf memory leaf) internal returns (uint256 index) {
        digests.push(Tree.digestOf(leaf));
        _setRoot(STRATEGIST_ACCOUNT);
        return digests.length - 1;
    }

    function _setRoot(address strategist) internal {
        vm.prank(OWNER_ACCOUNT);
        manager.setManageRoot(strategist, Tree.rootOf(Tree.padded(digests)));
    }

    function _empty(uint256 length) internal pure returns (Batch memory) {
        return Batch(
            new bytes32[][](length),
            new address[](length),
            new address[](length),
            new bytes[](length),
            new uint256[](length)
        );
    }

    function _put(Batch memory batch, uint256 at, uint256 leaf, bytes memory data) internal view {
        batch.proofs[at] = Tree.proofOf(Tree.padded(digests), leaf);
        batch.decoders[at] = address(decoder);
        batch.targets[at] = address(target);
        batch.data[at] = data;
    }

    function _one(uint256 leaf, bytes memory data) internal view returns (Batch memory batch) {
        batch = _empty(1);
        _put(batch, 0, leaf, data);
    }

    function _manage(Batch memory batch) internal {
        _manageAs(STRATEGIST_ACCOUNT, batch);
    }

    function _manageAs(address strategist, Batch memory batch) internal {
        vm.prank(strategist);
        manager.manageVaultWithMerkleVerification(
            batch.proofs, batch.decoders, batch.targets, batch.data, batch.values
        );
    }

    function _expectUnverified(Batch memory batch, uint256 at) internal {
        vm.expectRevert(
            abi.encodeWithSelector(UNVERIFIED, batch.targets[at], batch.data[at], batch.values[at])
        );
    }

    function _note(address account, uint256 amount) internal pure returns (bytes memory) {
        return abi.encodeCall(TestTarget.note, (account, amount));
    }
}
