// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {Multicall3} from "../../src/multicall/Multicall3.sol";

contract Answering {
    error No(uint256 code);

    function twice(uint256 number) external payable returns (uint256) {
        return number * 2 + msg.value;
    }

    function no(uint256 code) external pure {
        revert No(code);
    }
}

contract Multicall3Test is Test {
    address private constant PLACE = 0xcA11bde05977b3631167028862bE2a173976CA11;

    Multicall3 private _multicall;
    Answering private _answering;

    /// @dev Placed, not deployed: the code must work without its constructor having run.
    function setUp() public {
        vm.etch(PLACE, type(Multicall3).runtimeCode);
        _multicall = Multicall3(PLACE);
        _answering = new Answering();
        vm.deal(address(this), 100);
        vm.roll(1000);
    }

    function _twice(uint256 number) private pure returns (bytes memory) {
        return abi.encodeCall(Answering.twice, (number));
    }

    function _no(uint256 code) private pure returns (bytes memory) {
        return abi.encodeCall(Answering.no, (code));
    }

    function _calls(bytes memory second) private view returns (Multicall3.Call[] memory calls) {
        calls = new Multicall3.Call[](2);
        calls[0] = Multicall3.Call(address(_answering), _twice(4));
        calls[1] = Multicall3.Call(address(_answering), second);
    }

    function test_selectors() public pure {
        assertEq(Multicall3.aggregate.selector, bytes4(0x252dba42));
        assertEq(Multicall3.aggregate3.selector, bytes4(0x82ad56cb));
        assertEq(Multicall3.aggregate3Value.selector, bytes4(0x174dea71));
        assertEq(Multicall3.blockAndAggregate.selector, bytes4(0xc3077fa9));
        assertEq(Multicall3.tryAggregate.selector, bytes4(0xbce38bd7));
        assertEq(Multicall3.tryBlockAndAggregate.selector, bytes4(0x399542e9));
        assertEq(Multicall3.getBasefee.selector, bytes4(0x3e64a696));
        assertEq(Multicall3.getBlockHash.selector, bytes4(0xee82ac5e));
        assertEq(Multicall3.getBlockNumber.selector, bytes4(0x42cbb15c));
        assertEq(Multicall3.getChainId.selector, bytes4(0x3408e470));
        assertEq(Multicall3.getCurrentBlockCoinbase.selector, bytes4(0xa8b0574e));
        assertEq(Multicall3.getCurrentBlockDifficulty.selector, bytes4(0x72425d9d));
        assertEq(Multicall3.getCurrentBlockGasLimit.selector, bytes4(0x86d516e8));
        assertEq(Multicall3.getCurrentBlockTimestamp.selector, bytes4(0x0f28c97d));
        assertEq(Multicall3.getEthBalance.selector, bytes4(0x4d2301cc));
        assertEq(Multicall3.getLastBlockHash.selector, bytes4(0x27e86d6e));
    }

    function testFuzz_aggregate3AnswersEachCall(uint8 count, uint256 failing) public {
        Multicall3.Call3[] memory calls = new Multicall3.Call3[](count % 32);
        for (uint256 i; i < calls.length; ++i) {
            bytes memory data = failing >> i & 1 == 1 ? _no(i) : _twice(i);
            calls[i] = Multicall3.Call3(address(_answering), true, data);
        }
        Multicall3.Result[] memory results = _multicall.aggregate3(calls);
        assertEq(results.length, calls.length);
        for (uint256 i; i < calls.length; ++i) {
            bool fails = failing >> i & 1 == 1;
            assertEq(results[i].success, !fails);
            assertEq(
                results[i].returnData,
                fails ? abi.encodeWithSelector(Answering.No.selector, i) : abi.encode(i * 2)
            );
        }
    }

    function test_aCallThatMayNotFail() public {
        Multicall3.Call3[] memory calls = new Multicall3.Call3[](1);
        calls[0] = Multicall3.Call3(address(_answering), false, _no(1));
        vm.expectRevert("Multicall3: call failed");
        _multicall.aggregate3(calls);
    }

    function test_values() public {
        Multicall3.Call3Value[] memory calls = new Multicall3.Call3Value[](2);
        calls[0] = Multicall3.Call3Value(address(_answering), false, 7, _twice(1));
        calls[1] = Multicall3.Call3Value(address(_answering), true, 0, _no(1));
        Multicall3.Result[] memory results = _multicall.aggregate3Value{value: 7}(calls);
        assertEq(results[0].returnData, abi.encode(9));
        assertFalse(results[1].success);
        vm.expectRevert("Multicall3: value mismatch");
        _multicall.aggregate3Value{value: 8}(calls);
        vm.expectRevert("Multicall3: call failed");
        _multicall.aggregate3Value{value: 6}(calls);
    }

    function test_olderForms() public {
        (uint256 number, bytes[] memory answers) = _multicall.aggregate(_calls(_twice(5)));
        assertEq(number, 1000);
        assertEq(answers[0], abi.encode(8));
        assertEq(answers[1], abi.encode(10));

        Multicall3.Result[] memory results = _multicall.tryAggregate(false, _calls(_no(5)));
        assertTrue(results[0].success);
        assertFalse(results[1].success);
        bytes32 hash;
        (number, hash, results) = _multicall.tryBlockAndAggregate(false, _calls(_no(5)));
        assertEq(number, 1000);
        assertFalse(results[1].success);
        (number,, results) = _multicall.blockAndAggregate(_calls(_twice(5)));
        assertEq(results[1].returnData, abi.encode(10));
    }

    function test_olderFormsRefuse() public {
        Multicall3.Call[] memory calls = _calls(_no(5));
        vm.expectRevert("Multicall3: call failed");
        _multicall.aggregate(calls);
        vm.expectRevert("Multicall3: call failed");
        _multicall.tryAggregate(true, calls);
        vm.expectRevert("Multicall3: call failed");
        _multicall.blockAndAggregate(calls);
    }

    function test_blockAndBalances() public {
        vm.coinbase(address(0xC0));
        vm.fee(77);
        vm.warp(123);
        vm.prevrandao(uint256(55));
        assertEq(_multicall.getBlockNumber(), 1000);
        assertEq(_multicall.getBlockHash(999), blockhash(999));
        assertEq(_multicall.getLastBlockHash(), blockhash(999));
        assertEq(_multicall.getChainId(), block.chainid);
        assertEq(_multicall.getCurrentBlockTimestamp(), 123);
        assertEq(_multicall.getCurrentBlockCoinbase(), address(0xC0));
        assertEq(_multicall.getCurrentBlockDifficulty(), 55);
        assertEq(_multicall.getCurrentBlockGasLimit(), block.gaslimit);
        assertEq(_multicall.getBasefee(), 77);
        assertEq(_multicall.getEthBalance(address(this)), 100);
    }
}
