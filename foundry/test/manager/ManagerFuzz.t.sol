// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DroneLib} from "../../src/drone/DroneLib.sol";
import {Batch, ManagerFixture} from "./ManagerFixture.sol";
import {TestDecoder} from "./TestDecoder.sol";
import {TestTarget} from "./TestTarget.sol";
import {Leaf, Tree} from "./Tree.sol";

/// @notice Any tree of 2^k leafs permits its own calls and no call that differs in one place.
contract ManagerFuzzTest is ManagerFixture {
    uint256 private constant DEEPEST = 6;

    TestDecoder private _otherDecoder;
    TestTarget private _otherTarget;
    Leaf[] private _leafs;

    function setUp() public override {
        super.setUp();
        _otherDecoder = new TestDecoder();
        _otherTarget = new TestTarget(payable(vault));
    }

    /// @dev No two leafs are the same: the argument holds the index.
    function _grow(uint256 depth, uint256 seed) private {
        for (uint256 i; i < 1 << depth; ++i) {
            uint256 dice = uint256(keccak256(abi.encode(seed, i)));
            Leaf memory leaf = _leaf(TestTarget.note.selector, abi.encodePacked(_account(i)));
            if (dice & 1 == 1) leaf.decoder = address(_otherDecoder);
            if (dice & 2 == 2) leaf.target = address(_otherTarget);
            leaf.canSendValue = dice & 4 == 4;
            _leafs.push(leaf);
            digests.push(Tree.digestOf(leaf));
        }
        _setRoot(STRATEGIST_ACCOUNT);
    }

    function _account(uint256 index) private pure returns (address) {
        return address(uint160(0xA000_0000 + index));
    }

    function _permitted(uint256 index, uint256 amount) private view returns (Batch memory batch) {
        batch = _one(index, _note(_account(index), amount));
        batch.decoders[0] = _leafs[index].decoder;
        batch.targets[0] = _leafs[index].target;
        batch.values[0] = _leafs[index].canSendValue ? amount % 1 ether + 1 : 0;
    }

    function testFuzz_everyPermittedCallPasses(uint256 depth, uint256 seed, uint256 amount) public {
        vm.assume(amount != uint256(DroneLib.TARGET_FLAG));
        depth = bound(depth, 0, 4);
        _grow(depth, seed);
        for (uint256 i; i < _leafs.length; ++i) {
            _manage(_permitted(i, amount));
            TestTarget reached = TestTarget(_leafs[i].target);
            assertEq(reached.lastData(), _note(_account(i), amount));
        }
        assertEq(target.callCount() + _otherTarget.callCount(), _leafs.length);
    }

    function testFuzz_aFlippedProofBitIsRefused(
        uint256 depth,
        uint256 seed,
        uint256 index,
        uint256 bit
    ) public {
        depth = bound(depth, 1, DEEPEST);
        _grow(depth, seed);
        Batch memory batch = _permitted(index % _leafs.length, 1);
        bit %= depth * 256;
        batch.proofs[0][bit / 256] ^= bytes32(uint256(1) << bit % 256);
        _expectUnverified(batch, 0);
        _manage(batch);
    }

    function testFuzz_aProofOfAnotherLengthIsRefused(
        uint256 depth,
        uint256 seed,
        uint256 index,
        bytes32 more
    ) public {
        depth = bound(depth, 1, DEEPEST);
        _grow(depth, seed);
        Batch memory batch = _permitted(index % _leafs.length, 1);
        bytes32[] memory proof = batch.proofs[0];
        bytes32[] memory longer = new bytes32[](depth + 1);
        bytes32[] memory shorter = new bytes32[](depth - 1);
        for (uint256 i; i < depth; ++i) {
            longer[i] = proof[i];
            if (i < depth - 1) shorter[i] = proof[i];
        }
        longer[depth] = more;
        batch.proofs[0] = longer;
        _expectUnverified(batch, 0);
        _manage(batch);
        batch.proofs[0] = shorter;
        _expectUnverified(batch, 0);
        _manage(batch);
    }

    function testFuzz_anotherTargetIsRefused(uint256 depth, uint256 seed, uint256 index) public {
        Batch memory batch = _any(depth, seed, index);
        batch.targets[0] =
            batch.targets[0] == address(target) ? address(_otherTarget) : address(target);
        _expectUnverified(batch, 0);
        _manage(batch);
    }

    function testFuzz_anotherDecoderIsRefused(uint256 depth, uint256 seed, uint256 index) public {
        Batch memory batch = _any(depth, seed, index);
        batch.decoders[0] =
            batch.decoders[0] == address(decoder) ? address(_otherDecoder) : address(decoder);
        _expectUnverified(batch, 0);
        _manage(batch);
    }

    function testFuzz_theOtherValueFlagIsRefused(uint256 depth, uint256 seed, uint256 index)
        public
    {
        Batch memory batch = _any(depth, seed, index);
        batch.values[0] = batch.values[0] == 0 ? 1 : 0;
        _expectUnverified(batch, 0);
        _manage(batch);
    }

    function testFuzz_anotherArgumentIsRefused(
        uint256 depth,
        uint256 seed,
        uint256 index,
        address account
    ) public {
        Batch memory batch = _any(depth, seed, index);
        vm.assume(account != _account(index % _leafs.length));
        batch.data[0] = _note(account, 1);
        _expectUnverified(batch, 0);
        _manage(batch);
    }

    function testFuzz_anotherFunctionIsRefused(uint256 depth, uint256 seed, uint256 index) public {
        Batch memory batch = _any(depth, seed, index);
        address account = _account(index % _leafs.length);
        batch.data[0] = abi.encodeCall(TestDecoder.approve, (account, 1));
        _expectUnverified(batch, 0);
        _manage(batch);
    }

    function testFuzz_aProofOfAnotherLeafIsRefused(uint256 depth, uint256 seed, uint256 index)
        public
    {
        depth = bound(depth, 1, DEEPEST);
        Batch memory batch = _any(depth, seed, index);
        uint256 other = (index % _leafs.length) ^ 1;
        batch.proofs[0] = Tree.proofOf(digests, other);
        _expectUnverified(batch, 0);
        _manage(batch);
    }

    function _any(uint256 depth, uint256 seed, uint256 index) private returns (Batch memory) {
        _grow(bound(depth, 0, DEEPEST), seed);
        return _permitted(index % _leafs.length, 1);
    }
}
