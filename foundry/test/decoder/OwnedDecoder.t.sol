// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {
    OdosOwnedDecoderAndSanitizer__InvalidExecutor,
    OneInchDecoderAndSanitizer__InvalidExecutor,
    ReceiverNotExecutor
} from "../../src/decoder/DecoderError.sol";
import {SwapTokenInfo} from "../../src/decoder/OdosDecoder.sol";
import {OdosOwnedDecoder} from "../../src/decoder/OdosOwnedDecoder.sol";
import {SwapDescription} from "../../src/decoder/OneInchDecoder.sol";
import {OneInchOwnedDecoder} from "../../src/decoder/OneInchOwnedDecoder.sol";
import {StableDecoder} from "../../src/decoder/composite/StableDecoder.sol";

/// @notice Decoders that keep the allowed executor: a leaf outlives its replacement.
contract OwnedDecoderTest is Test {
    address private constant OWNER = address(0xa1);
    address private constant FIRST = address(0xe1);
    address private constant SECOND = address(0xe2);

    OneInchOwnedDecoder private _oneInch;
    OdosOwnedDecoder private _odos;

    event OneInchExecutorSet(address executor);
    event OdosExecutorSet(address executor);

    function setUp() public {
        _oneInch = new OneInchOwnedDecoder(OWNER, FIRST);
        _odos = new OdosOwnedDecoder(OWNER, address(0xb3), FIRST);
    }

    function testFuzz_law_theExecutorIsNotPacked(address first, address second) public {
        vm.assume(first != second);
        SwapDescription memory desc = _swap();
        vm.startPrank(OWNER);
        _oneInch.setOneInchExecutor(first);
        desc.srcReceiver = first;
        bytes memory before = _oneInch.swap(first, desc, "");
        _oneInch.setOneInchExecutor(second);
        vm.expectRevert(ReceiverNotExecutor.selector);
        _oneInch.swap(second, desc, "");
        desc.srcReceiver = second;
        assertEq(_oneInch.swap(second, desc, ""), before);
        assertEq(_oneInch.swap(second, desc, "", ""), before);
        vm.expectRevert(OneInchDecoderAndSanitizer__InvalidExecutor.selector);
        _oneInch.swap(first, desc, "");
        assertEq(before, abi.encodePacked(desc.srcToken, desc.dstToken, desc.dstReceiver));
    }

    function test_golden_odosExecutorIsCheckedInBothForms() public {
        vm.prank(OWNER);
        vm.expectEmit();
        emit OdosExecutorSet(SECOND);
        _odos.setOdosExecutor(SECOND);
        assertEq(_odos.odosExecutor(), SECOND);
        SwapTokenInfo memory info;
        (info.inputToken, info.outputToken, info.outputReceiver) =
        (address(1), address(2), address(3));
        bytes memory expected = abi.encodePacked(address(1), address(2), address(3));
        assertEq(_odos.swap(info, "", SECOND, 0), expected);
        vm.expectRevert(OdosOwnedDecoderAndSanitizer__InvalidExecutor.selector);
        _odos.swap(info, "", FIRST, 0);
        // Native coin for native coin: what lies past the end of the calldata reads as nobody.
        vm.expectRevert(OdosOwnedDecoderAndSanitizer__InvalidExecutor.selector);
        _odos.swapCompact();
        vm.prank(OWNER);
        _odos.setOdosExecutor(address(0));
        assertEq(_odos.swapCompact(), abi.encodePacked(address(0), address(0), address(this)));
    }

    function test_golden_compositeKeepsItsExecutor() public {
        StableDecoder decoder = new StableDecoder(OWNER, address(0xb1), FIRST);
        assertEq(decoder.owner(), OWNER);
        assertEq(decoder.oneInchExecutor(), FIRST);
        vm.prank(OWNER);
        vm.expectEmit();
        emit OneInchExecutorSet(SECOND);
        decoder.setOneInchExecutor(SECOND);
        assertEq(decoder.oneInchExecutor(), SECOND);
    }

    function testFuzz_refusal_onlyTheOwnerSetsTheExecutor(address stranger) public {
        vm.assume(stranger != OWNER);
        vm.startPrank(stranger);
        vm.expectRevert("UNAUTHORIZED");
        _oneInch.setOneInchExecutor(stranger);
        vm.expectRevert("UNAUTHORIZED");
        _odos.setOdosExecutor(stranger);
    }

    function _swap() private pure returns (SwapDescription memory desc) {
        (desc.srcToken, desc.dstToken) = (address(1), address(2));
        (desc.srcReceiver, desc.dstReceiver) = (address(3), address(4));
    }
}
