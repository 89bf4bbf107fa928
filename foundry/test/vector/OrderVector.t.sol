// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {stdJson} from "forge-std/StdJson.sol";
import {CowOrder, cowDigestOf, cowDomainOf} from "../../src/decoder/CowOrder.sol";
import {CowOrderDecoder} from "../../src/decoder/CowOrderDecoder.sol";
import {Settlement} from "../../src/double/cow/Settlement.sol";

/// @notice Orders that viem hashed and encoded: settlement and decoder read them as the packages do.
contract OrderVectorTest is Test {
    using stdJson for string;

    uint256 private constant SIZE = 548;
    uint256 private constant FLAG_BIT = 67 * 8;

    uint256[] private _chainIds;
    address[] private _settlements;
    bytes32[] private _domains;
    address[] private _owners;
    bytes[] private _words;
    bytes32[] private _digests;
    bytes[] private _uids;
    bytes[] private _calldatas;
    bool[] private _isTaken;

    function setUp() public {
        vm.warp(1_795_000_000);
        string memory json = vm.readFile("../fixtures/vectors/order.json");
        _chainIds = json.readUintArray(".chainIds");
        _settlements = json.readAddressArray(".settlements");
        _domains = json.readBytes32Array(".domains");
        _owners = json.readAddressArray(".owners");
        _words = json.readBytesArray(".words");
        _digests = json.readBytes32Array(".digests");
        _uids = json.readBytesArray(".uids");
        _calldatas = json.readBytesArray(".calldatas");
        _isTaken = json.readBoolArray(".isTaken");
    }

    function test_golden_ordersAreHashedAndSpelledAsTypedData() public {
        assertEq(_words.length, 16);
        for (uint256 i; i < _words.length; ++i) {
            vm.chainId(_chainIds[i]);
            assertEq(cowDomainOf(_settlements[i]), _domains[i]);
            CowOrder memory order = abi.decode(_words[i], (CowOrder));
            assertEq(abi.encode(order), _words[i]);
            assertEq(cowDigestOf(_domains[i], order), _digests[i]);
            assertEq(abi.encodePacked(_digests[i], _owners[i], order.validTo), _uids[i]);
            bytes memory call =
                abi.encodeCall(Settlement(payable(0)).setPreSignature, (_uids[i], true));
            assertEq(bytes.concat(call, _words[i]), _calldatas[i]);
            assertEq(_calldatas[i].length, SIZE);
        }
    }

    function test_golden_theSettlementSignsWhatStandsBeforeTheOrder() public {
        address list = makeAddr("solvers");
        for (uint256 i; i < _words.length; ++i) {
            vm.chainId(_chainIds[i]);
            deployCodeTo("Settlement.sol:Settlement", abi.encode(list), _settlements[i]);
            Settlement settlement = Settlement(payable(_settlements[i]));
            assertEq(settlement.domainSeparator(), _domains[i]);
            (bool isSigned,) = _callAs(address(this), address(settlement), _calldatas[i]);
            assertFalse(isSigned);
            (isSigned,) = _callAs(_owners[i], address(settlement), _calldatas[i]);
            assertTrue(isSigned);
            assertGt(settlement.preSignature(_uids[i]), 0);
        }
    }

    function test_law_theDecoderPacksWhatALeafBindsAndNoOtherTerms() public {
        for (uint256 i; i < _words.length; ++i) {
            (bool isPacked, bytes memory answer) = address(_decoderOf(i)).staticcall(_calldatas[i]);
            assertEq(isPacked, _isTaken[i]);
            if (!isPacked) continue;
            CowOrder memory order = abi.decode(_words[i], (CowOrder));
            assertEq(
                abi.decode(answer, (bytes)),
                abi.encodePacked(order.sellToken, order.buyToken, order.receiver)
            );
        }
    }

    /// @dev Every bit of the 548 bytes: another owner, or a signature that is taken back, is all that packs.
    function test_law_noBitOfAnOrderCanChange() public {
        bytes memory data = _calldatas[0];
        address decoder = address(_decoderOf(0));
        for (uint256 bit; bit < SIZE * 8; ++bit) {
            bytes1 mask = bytes1(uint8(1 << (bit % 8)));
            data[bit / 8] ^= mask;
            (bool isPacked, bytes memory answer) = decoder.staticcall(data);
            data[bit / 8] ^= mask;
            // Whose order it is, the settlement checks.
            bool isOwner = bit / 8 >= 132 && bit / 8 < 152;
            assertEq(isPacked, isOwner || bit == FLAG_BIT, vm.toString(bit));
            if (bit != FLAG_BIT) continue;
            assertEq(
                abi.decode(answer, (bytes)), abi.encodePacked(address(0), address(0), _owners[0])
            );
        }
    }

    function _decoderOf(uint256 i) private returns (CowOrderDecoder) {
        return new CowOrderDecoder(_domains[i], keccak256("{}"), type(uint32).max);
    }

    function _callAs(address caller, address target, bytes memory data)
        private
        returns (bool, bytes memory)
    {
        vm.prank(caller);
        return target.call(data);
    }
}
