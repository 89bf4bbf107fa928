// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {DroneLib} from "../../src/drone/DroneLib.sol";
import {Manager} from "../../src/manager/Manager.sol";
import {Vault} from "../../src/vault/Vault.sol";
import {Batch} from "./ManagerFixture.sol";
import {TestDecoder} from "./TestDecoder.sol";
import {Leaf, Tree} from "./Tree.sol";

/// @notice A target that judges every call which reaches it.
contract Witness {
    Manager public immutable manager;
    address public immutable decoder;

    mapping(bytes32 digest => bool) public isRooted;
    uint256 public callCount;
    uint256 public unrootedCount;
    uint256 public whilePausedCount;
    uint256 public strangerCount;

    constructor(Manager manager_, address decoder_) {
        (manager, decoder) = (manager_, decoder_);
    }

    function root(bytes32 digest) external {
        isRooted[digest] = true;
    }

    function note(address account, uint256) external payable {
        _judge(abi.encodePacked(account));
    }

    function mintShares(uint256 shares) external payable {
        _judge("");
        Vault vault = Vault(payable(address(manager.vault())));
        vault.enter(address(this), address(0), 0, address(this), shares);
    }

    function _judge(bytes memory packed) private {
        ++callCount;
        bytes32 digest = Tree.digestOf(Leaf(decoder, address(this), msg.value > 0, msg.sig, packed));
        if (!isRooted[digest]) ++unrootedCount;
        if (manager.isPaused()) ++whilePausedCount;
        if (msg.sender != address(manager.vault())) ++strangerCount;
    }
}

/// @notice Does random managed calls, permitted and not, and counts what should have come of them.
contract ManagerHandler is Test {
    uint256 private constant LEAF_COUNT = 8;

    Manager public immutable manager;
    Vault public immutable vault;
    Witness public immutable witness;
    address public immutable decoder;
    address private immutable _OWNER;
    address private immutable _STRATEGIST;

    uint256 public expectedCallCount;
    uint256 public expectedSupply;
    uint256 public wronglyPassed;
    uint256 public wronglyRefused;
    uint256 public supplyBreaksTried;
    bytes32[] private _digests;

    constructor(Manager manager_, address decoder_, address owner, address strategist) {
        (manager, decoder) = (manager_, decoder_);
        vault = Vault(payable(address(manager_.vault())));
        witness = new Witness(manager_, decoder_);
        (_OWNER, _STRATEGIST) = (owner, strategist);
        for (uint256 i; i < LEAF_COUNT; ++i) {
            _digests.push(Tree.digestOf(_leafAt(i)));
            witness.root(_digests[i]);
        }
    }

    function rootHash() external view returns (bytes32) {
        return Tree.rootOf(_digests);
    }

    /// @dev The last leaf changes the supply: rooted, and still refused.
    function _leafAt(uint256 i) private view returns (Leaf memory) {
        if (i == LEAF_COUNT - 1) {
            return Leaf(decoder, address(witness), false, Witness.mintShares.selector, "");
        }
        return Leaf(
            decoder,
            address(witness),
            i % 2 == 1,
            Witness.note.selector,
            abi.encodePacked(address(uint160(i + 1)))
        );
    }

    function manageOne(uint256 index, uint256 amount) external {
        index %= LEAF_COUNT - 1;
        _try(_batchOf(index, 1, amount), 1, true);
    }

    function manageMany(uint256 index, uint256 count, uint256 amount) external {
        count = bound(count, 0, 5);
        _try(_batchOf(index % LEAF_COUNT, count, amount), count, true);
    }

    function manageUnrooted(uint256 index, address account, bool withValue, uint256 amount)
        external
    {
        index %= LEAF_COUNT - 1;
        Batch memory batch = _batchOf(index, 1, amount);
        batch.data[0] = abi.encodeCall(Witness.note, (account, amount / 2));
        batch.values[0] = withValue ? 1 : 0;
        bool isPermitted = account == address(uint160(index + 1)) && withValue == (index % 2 == 1);
        _try(batch, 1, isPermitted);
    }

    function manageFlippedProof(uint256 index, uint256 bit) external {
        Batch memory batch = _batchOf(index % (LEAF_COUNT - 1), 1, 1);
        bit %= 3 * 256;
        batch.proofs[0][bit / 256] ^= bytes32(uint256(1) << bit % 256);
        _try(batch, 1, false);
    }

    function breakSupply(uint256 shares) external {
        Batch memory batch = _batchOf(LEAF_COUNT - 1, 1, 0);
        batch.data[0] = abi.encodeCall(Witness.mintShares, (bound(shares, 1, 1e30)));
        ++supplyBreaksTried;
        _try(batch, 1, false);
    }

    function setPaused(bool paused) external {
        vm.prank(_OWNER);
        if (paused) manager.pause();
        else manager.unpause();
    }

    /// @dev Users come and go all the time; managing is not what changes the supply.
    function deposit(uint256 shares) external {
        shares = bound(shares, 0, 1e30);
        vm.prank(_OWNER);
        vault.enter(address(this), address(0), 0, address(this), shares);
        expectedSupply += shares;
    }

    function _batchOf(uint256 first, uint256 count, uint256 amount)
        private
        view
        returns (Batch memory batch)
    {
        batch = Batch(
            new bytes32[][](count),
            new address[](count),
            new address[](count),
            new bytes[](count),
            new uint256[](count)
        );
        for (uint256 i; i < count; ++i) {
            uint256 leaf = (first + i) % (LEAF_COUNT - 1);
            // A last argument that is the flag of drones makes it another call.
            if (amount == uint256(DroneLib.TARGET_FLAG)) amount = 0;
            if (first == LEAF_COUNT - 1) leaf = count == 1 ? first : i;
            batch.proofs[i] = Tree.proofOf(_digests, leaf);
            batch.decoders[i] = decoder;
            batch.targets[i] = address(witness);
            batch.data[i] = abi.encodeCall(Witness.note, (address(uint160(leaf + 1)), amount));
            if (leaf == LEAF_COUNT - 1) batch.data[i] = abi.encodeCall(Witness.mintShares, (0));
            batch.values[i] = leaf % 2 == 1 && leaf != LEAF_COUNT - 1 ? 1 : 0;
        }
    }

    function _try(Batch memory batch, uint256 count, bool isPermitted) private {
        bool shallPass = isPermitted && !manager.isPaused();
        vm.prank(_STRATEGIST);
        try manager.manageVaultWithMerkleVerification(
            batch.proofs, batch.decoders, batch.targets, batch.data, batch.values
        ) {
            if (!shallPass) ++wronglyPassed;
            expectedCallCount += count;
        } catch {
            if (shallPass) ++wronglyRefused;
        }
    }
}
